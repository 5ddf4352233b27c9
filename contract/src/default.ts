import { z } from 'zod';
import { call, HOUR, MINUTE } from './kernel/call/call.ts';
import { text } from './kernel/call/wire.ts';

/** The most calls in one batch. */
const BATCH_LIMIT = 40;

export const byDefault = {
  getTown: call({
    method: 'GET',
    path: '/v2/default/get-town',
    summary: 'Town by the caller’s address, with its support phones',
    access: 'public',
    result: z.object({
      town: z.string(),
      town_id: z.int(),
      phones: z.array(z.object({ label: z.string(), phone: z.string() })),
      is_default: z.boolean().meta({ description: 'True when the address does not show the town' }),
    }),
    freshFor: HOUR,
  }),
  getIp: call({
    method: 'GET',
    path: '/v2/default/get-ip',
    summary: 'The caller’s address, and whether it is inside the provider’s network',
    access: 'public',
    result: z.object({ ip: z.string(), is_local: z.boolean() }),
    freshFor: MINUTE,
  }),
  index: call({
    method: 'POST',
    path: '/v2/default/index',
    persons: true,
    members: ['payer', 'technician', 'full'],
    summary: 'Many reads at once: sub-path → query; the reply has the same sub-paths as keys',
    access: 'guest',
    effect: 'read',
    body: z
      .record(text(200), z.union([z.looseObject({}), z.tuple([])]))
      .refine((wanted) => Object.keys(wanted).length <= BATCH_LIMIT, `Не больше ${BATCH_LIMIT} путей за раз`),
    result: z.record(z.string(), z.unknown()),
    headers: {
      'X-Refused-Parts':
        'The parts without an answer, separated by commas: refused to this client, or not known. Asked alone, each tells its reason. Absent when all are answered.',
    },
  }),
};
