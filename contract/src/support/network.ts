import { z } from 'zod';
import { call, MINUTE, SECOND } from '../kernel/call/call.ts';
import { InstantText } from '../kernel/call/wire.ts';
import { ServiceKind } from './support-shapes.ts';

const PlaceId = z
  .string()
  .regex(/^[a-z\d-]{1,40}$/, 'Такого места в сети нет')
  .meta({ examples: ['avtozavodsky'] });
const Percent = z.number().min(0).max(100);

const Load = z.object({
  at: InstantText.meta({ description: 'When the server looked' }),
  places: z.array(
    z.object({
      place_id: PlaceId,
      kind: z.enum(['district', 'direction']),
      name: z.string(),
      note: z.string().nullable(),
      percent: Percent.nullable().meta({
        description: 'How much of the capacity is taken; null: not measured for hours',
      }),
      mbit: z.int().nullable().meta({ description: 'Mbit/s' }),
      measured_at: InstantText.nullable(),
      is_stale: z.boolean().meta({ description: 'Whether the measurement is minutes old: it is shown with its age' }),
      has_incident: z.boolean().meta({ description: 'Whether a failure in this district is not over' }),
    }),
  ),
});

const Point = z.object({ at: InstantText, percent: Percent.nullable().meta({ description: 'Null: not measured' }) });

/** An internet service in the network now. One with several sessions comes several times. */
const Connection = z.object({
  user_id: z.int(),
  session: z
    .object({
      since: InstantText,
      address: z.string(),
      mac: z.string().nullable(),
      bytes_in: z.int().meta({ description: 'To the subscriber, since the session began' }),
      bytes_out: z.int(),
      rate: z
        .object({
          bits_in: z.int().meta({ description: 'To the subscriber, bits per second' }),
          bits_out: z.int(),
          at: InstantText.meta({ description: 'When the network reported it' }),
        })
        .nullable()
        .meta({ description: 'Between the two latest reports; null: the latest one is not recent' }),
    })
    .nullable()
    .meta({ description: 'Null: the service is not in the network' }),
  seen_at: InstantText.nullable().meta({
    description: 'When its last session ended; null while one is on, and if there was none',
  }),
});

/** The provider's network as everybody may see it, and how the client himself is connected to it. */
export const network = {
  load: call({
    method: 'GET',
    path: '/v2/network/load',
    access: 'public',
    summary: 'Load of the network now, by district and direction; null: the provider does not show it',
    freshFor: 10 * SECOND,
    result: Load.nullable(),
    problems: ['outside_unavailable'],
  }),
  day: call({
    method: 'GET',
    path: '/v2/network/day/{place_id}',
    access: 'public',
    summary: 'Load of one place in the last 24 hours and the 24 before them, by half hours, oldest first',
    freshFor: 5 * MINUTE,
    params: z.strictObject({ place_id: PlaceId }),
    result: z.object({
      place_id: PlaceId,
      today: z.array(Point).meta({ description: '48 half hours of the provider’s day; those to come are null' }),
      yesterday: z.array(Point),
    }),
    problems: ['outside_unavailable'],
  }),
  events: call({
    method: 'GET',
    path: '/v2/network/events',
    access: 'guest',
    members: ['payer', 'technician', 'full'],
    summary: 'Failures and works of the whole network: those that are not over, and failures of the last week',
    result: z.object({
      here: z
        .object({
          address: z.string(),
          place_id: PlaceId.nullable().meta({ description: 'The district of the client, if its load is known' }),
        })
        .nullable()
        .meta({ description: 'Null for a guest' }),
      incidents: z.array(
        z.object({
          incident_id: z.int(),
          cause: z.string(),
          services: z.array(ServiceKind).meta({ description: 'Kinds that do not work; empty: all' }),
          places: z.array(z.string()),
          began_at: InstantText,
          planned_until: InstantText.nullable(),
          ended_at: InstantText.nullable(),
          reports: z.int(),
          is_here: z.boolean().meta({ description: 'Whether the client’s address is among the places' }),
          is_reported: z.boolean(),
          pays_back: z.boolean(),
          is_paid_back: z.boolean(),
        }),
      ),
      works: z.array(
        z.object({
          id: z.int(),
          town: z.string(),
          title: z.string(),
          body: z.string(),
          created_at: InstantText,
          until: InstantText.nullable(),
          is_here: z.boolean(),
        }),
      ),
    }),
  }),
  connection: call({
    method: 'GET',
    path: '/v2/network/connection',
    members: ['technician', 'full'],
    summary: 'Sessions of the client’s internet services that are on now, newest first',
    result: z.array(Connection),
  }),
};
