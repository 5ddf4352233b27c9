import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { Id, InstantText } from '../kernel/call/wire.ts';
import { ServiceKind } from './support-shapes.ts';

const Incident = z.object({
  incident_id: z.int(),
  cause: z.string(),
  services: z.array(ServiceKind).meta({ description: 'Kinds of services that do not work; empty: all' }),
  places: z.array(z.string()),
  began_at: InstantText,
  planned_until: InstantText.nullable(),
  ended_at: InstantText.nullable(),
  reports: z.int().meta({ description: 'How many contracts said «у меня тоже»' }),
});

/** Failures of the network at the client's address. */
export const incidents = {
  getIncidents: call({
    method: 'GET',
    path: '/v2/support/get-incidents',
    members: ['technician', 'full'],
    summary: 'Failures at the client’s address that are not over, newest first',
    result: z.array(
      Incident.extend({
        is_reported: z.boolean().meta({ description: 'Whether this contract said «у меня тоже»' }),
        compensation: z
          .string()
          .nullable()
          .meta({ description: 'What is given back when it is over; null: nothing is promised' }),
      }),
    ),
  }),
  sameHere: call({
    method: 'POST',
    path: '/v2/support/same-here',
    members: ['technician', 'full'],
    summary: '«У меня тоже»: counted once per contract',
    outdates: ['support', 'network'],
    body: z.strictObject({ incident_id: askedId('incident', Id) }),
    result: z.object({ incident_id: z.int(), reports: z.int() }),
  }),
};
