import { z } from 'zod';
import { OPERATOR_ROLES, operatorCall } from '../../kernel/call/staff-call.ts';
import { inAddress, InstantText, wholeNumber } from '../../kernel/call/wire.ts';

export const audit = {
  list: operatorCall({
    method: 'GET',
    path: '/operator/v1/audit/list',
    summary: 'The latest actions of operators, newest first',
    roles: ['admin'],
    command: { words: 'audit', options: { limit: 'сколько' }, help: 'что операторы меняли, последнее сверху' },
    query: z.strictObject({ limit: inAddress(wholeNumber(1, 1000)).default(50) }),
    result: z.array(
      z.object({
        action_id: z.int(),
        begun_at: InstantText,
        operator: z.string(),
        role: z.enum(OPERATOR_ROLES),
        call: z.string().meta({ description: 'The command, by its words' }),
        input: z.record(z.string(), z.unknown()).meta({
          description: 'The request; long texts and tables as size and SHA-256, without secrets',
        }),
        outcome: z.enum(['begun', 'done', 'refused', 'failed']).meta({
          description: 'begun: still running, or the process ended before the result',
        }),
        problem: z.string().nullable().meta({ description: 'The error code' }),
        ended_at: InstantText.nullable(),
      }),
    ),
  }),
};
