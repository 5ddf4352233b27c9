import { z } from 'zod';
import { operatorCall, type OperatorRole } from '../../kernel/call/staff-call.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { InstantText, Money, text } from '../../kernel/call/wire.ts';
import { ServiceKind } from '../../support/support-shapes.ts';
import { Moment, Numbered, words } from '../inputs.ts';

const SEE: readonly OperatorRole[] = ['cashier', 'support', 'technician', 'engineer', 'accountant', 'owner', 'auditor'];

const Incident = z.object({
  incident_id: z.int(),
  cause: z.string(),
  services: z.array(ServiceKind),
  places: z.array(z.string()),
  began_at: InstantText,
  planned_until: InstantText.nullable(),
  ended_at: InstantText.nullable(),
  reports: z.int(),
  free_minutes: z.int().nullable().meta({ description: 'Without money back; null: no money is given back' }),
});

/** What the clients read of it. */
const Told = z.object({ title: z.string(), paragraphs: z.array(z.string()) });

const Hit = z.object({
  contracts: z.int().meta({ description: 'Contracts at its places that are not closed' }),
  with_internet: z.int(),
  without_session: z.int().meta({ description: 'Of those with internet: nothing of theirs is on line now' }),
});

export const staffIncidents = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/incidents',
    summary: 'Incidents, open ones first',
    roles: SEE,
    command: { words: 'incidents list', help: 'аварии' },
    result: z.array(Incident),
  }),
  show: operatorCall({
    method: 'GET',
    path: '/staff/v1/incidents/show',
    summary: 'One incident: whom it hits, and what they read of it',
    roles: SEE,
    command: {
      words: 'incidents show',
      arguments: { incident_id: 'авария' },
      help: 'авария: кого задела и что им сказано',
    },
    query: z.strictObject({ incident_id: Numbered }),
    result: Incident.extend({ told: Told, hit: Hit }),
    problems: ['incident_unknown'],
  }),
  places: operatorCall({
    method: 'GET',
    path: '/staff/v1/incidents/places',
    summary: 'Where an incident can be: towns with districts and streets, and the houses of a street',
    roles: ['engineer'],
    command: {
      words: 'incidents places',
      options: { town: 'город', street: 'улица: её дома' },
      help: 'где бывают аварии: города, районы, улицы; дома улицы',
    },
    query: z.strictObject({ town: text(100).optional(), street: text(100).optional() }),
    result: z.object({
      towns: z.array(z.string()),
      districts: z.array(z.string()),
      streets: z.array(z.string()),
      houses: z.array(z.object({ house: z.string(), contracts: z.int() })),
    }),
  }),
  publish: operatorCall({
    method: 'POST',
    path: '/staff/v1/incidents/publish',
    summary: 'Publishes an incident to the clients at its place',
    roles: ['engineer'],
    command: {
      words: 'incidents publish',
      arguments: { cause: 'что случилось', town: 'город' },
      options: {
        district: 'район',
        street: 'улица',
        houses: 'дома через запятую',
        services: 'услуги через запятую: internet,tv,sip,mail,telephone; без них — все',
        until: 'до какого времени, «2026-11-24 14:00»',
        free_minutes: 'сколько минут без возврата денег; без них деньги не возвращаются',
        ...DRY_RUN,
      },
      help: 'сообщить об аварии',
    },
    body: rehearsable({
      cause: words(200, 'Причина'),
      town: words(100, 'Город'),
      district: words(100, 'Район').optional(),
      street: words(100, 'Улица').optional(),
      houses: words(500, 'Дома').optional(),
      services: text(100)
        .regex(/^(?:(?:internet|tv|sip|mail|telephone)(?:,|$)){1,5}$/, 'Услуги: internet, tv, sip, mail, telephone')
        .meta({ examples: ['internet,tv'] })
        .optional(),
      until: Moment.optional(),
      free_minutes: text(5)
        .regex(/^\d{1,5}$/, 'Нужно целое число минут')
        .meta({ examples: ['30'] })
        .optional(),
    }),
    result: z.object({
      incident_id: z.int(),
      rehearsed: z.boolean(),
      hit: Hit,
      told: Told,
      beside: z
        .array(
          z.object({ incident_id: z.int(), cause: z.string(), places: z.array(z.string()), began_at: InstantText }),
        )
        .meta({
          description: 'Other open incidents of the same services, some of whose addresses are the same',
        }),
    }),
    problems: ['place_unknown', 'incident_open_already'],
  }),
  plan: operatorCall({
    method: 'POST',
    path: '/staff/v1/incidents/plan',
    summary: 'Says until when an open incident lasts; its clients see it, those who have reported it are told',
    roles: ['engineer'],
    command: {
      words: 'incidents plan',
      arguments: { incident_id: 'авария', until: 'до какого времени, «2026-11-24 14:00»' },
      options: DRY_RUN,
      help: 'назвать или изменить срок аварии',
    },
    body: rehearsable({ incident_id: Numbered, until: Moment }),
    result: z.object({ incident_id: z.int(), planned_until: InstantText, rehearsed: z.boolean(), told: Told }),
    problems: ['incident_unknown'],
  }),
  end: operatorCall({
    method: 'POST',
    path: '/staff/v1/incidents/end',
    summary: 'Ends an incident; what it cost the clients is given back',
    roles: ['engineer'],
    command: {
      words: 'incidents end',
      arguments: { incident_id: 'авария' },
      options: DRY_RUN,
      help: 'авария устранена',
    },
    body: rehearsable({ incident_id: Numbered }),
    result: z.object({
      incident_id: z.int(),
      rehearsed: z.boolean(),
      back: z
        .object({
          contracts: z.int().meta({ description: 'At its places' }),
          counted: z.int().meta({ description: 'How many of them were counted, at most 200' }),
          given: z.int().meta({ description: 'Of the counted: to whom money is given back' }),
          amount: Money.meta({ description: 'Of the counted' }),
        })
        .nullable()
        .meta({ description: 'Of a rehearsal; null: no money is given back' }),
    }),
    problems: ['incident_unknown'],
  }),
};
