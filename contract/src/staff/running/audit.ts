import { z } from 'zod';
import { ACTING_ROLES, operatorCall } from '../../kernel/call/staff-call.ts';
import { inAddress, InstantText, wholeNumber } from '../../kernel/call/wire.ts';

export const audit = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/audit/list',
    summary: 'The latest actions of operators, newest first',
    roles: ['owner', 'admin', 'auditor'],
    command: { words: 'audit', options: { limit: 'сколько' }, help: 'что операторы меняли, последнее сверху' },
    query: z.strictObject({ limit: inAddress(wholeNumber(1, 1000)).default(50) }),
    result: z.array(
      z.object({
        action_id: z.int(),
        begun_at: InstantText,
        operator: z.string(),
        role: z.enum(ACTING_ROLES).meta({ description: 'The role in which it was done' }),
        call: z.string().meta({ description: 'The command, by its words' }),
        input: z.record(z.string(), z.unknown()).meta({
          description: 'The request; long texts and tables as size and SHA-256, without secrets',
        }),
        outcome: z.enum(['begun', 'done', 'refused', 'failed']).meta({
          description: 'begun: still running, or the process ended before the result',
        }),
        problem: z.string().nullable().meta({ description: 'The error code' }),
        ended_at: InstantText.nullable(),
        login: z
          .string()
          .nullable()
          .meta({ description: 'Of a person of the staff; null: on the server, or a program' }),
        key_id: z.int().nullable().meta({ description: 'Of a program' }),
        address: z.string().nullable().meta({ description: 'Where the request came from; null: on the server' }),
        request_id: z.string().nullable(),
      }),
    ),
  }),
};
