import { z } from 'zod';
import { OPERATOR_ROLES, operatorCall } from '../kernel/operator-call.ts';
import { inAddress, InstantText, wholeNumber } from '../kernel/wire.ts';

export const audit = {
  list: operatorCall({
    method: 'GET',
    path: '/operator/v1/audit/list',
    summary: 'What operators did last, newest first',
    roles: ['admin'],
    command: { words: 'audit', options: { limit: 'сколько' }, help: 'что операторы меняли, последнее сверху' },
    query: z.strictObject({ limit: inAddress(wholeNumber(1, 1000)).default(50) }),
    result: z.array(
      z.object({
        action_id: z.int(),
        begun_at: InstantText,
        operator: z.string(),
        role: z.enum(OPERATOR_ROLES),
        call: z.string().meta({ description: 'The words of its command' }),
        input: z.record(z.string(), z.unknown()).meta({
          description: 'What was asked; long texts and tables by their size and SHA-256, secrets not at all',
        }),
        outcome: z.enum(['begun', 'done', 'refused', 'failed']).meta({
          description: 'begun: under way, or the process ended before it knew the end',
        }),
        problem: z.string().nullable().meta({ description: 'The code of the refusal' }),
        ended_at: InstantText.nullable(),
      }),
    ),
  }),
};
