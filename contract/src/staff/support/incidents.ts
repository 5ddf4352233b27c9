import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText, text } from '../../kernel/call/wire.ts';
import { ServiceKind } from '../../support/support-shapes.ts';
import { Moment, Numbered, words } from '../inputs.ts';

export const staffIncidents = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/incidents',
    summary: 'Incidents, open ones first',
    roles: ['cashier', 'support', 'technician', 'engineer', 'accountant', 'owner', 'auditor'],
    command: { words: 'incidents list', help: 'аварии' },
    result: z.array(
      z.object({
        incident_id: z.int(),
        cause: z.string(),
        services: z.array(ServiceKind),
        places: z.array(z.string()),
        began_at: InstantText,
        planned_until: InstantText.nullable(),
        ended_at: InstantText.nullable(),
        reports: z.int(),
      }),
    ),
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
      },
      help: 'сообщить об аварии',
    },
    body: z.strictObject({
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
      help: 'назвать или изменить срок аварии',
    },
    body: z.strictObject({ incident_id: Numbered, until: Moment }),
    result: z.object({ incident_id: z.int(), planned_until: InstantText }),
    problems: ['incident_unknown'],
  }),
  end: operatorCall({
    method: 'POST',
    path: '/staff/v1/incidents/end',
    summary: 'Ends an incident; what it cost the clients is given back',
    roles: ['engineer'],
    command: { words: 'incidents end', arguments: { incident_id: 'авария' }, help: 'авария устранена' },
    body: z.strictObject({ incident_id: Numbered }),
    result: z.object({ incident_id: z.int() }),
    problems: ['incident_unknown'],
  }),
};
