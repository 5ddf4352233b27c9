import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Numbered } from '../inputs.ts';
import { PersonWords } from '../personal.ts';

export const outbox = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/outbox/list',
    summary: 'Undelivered effects, oldest first',
    roles: ['engineer', 'admin', 'auditor'],
    command: { words: 'outbox list', help: 'что ещё не доставлено наружу' },
    result: z.array(
      z.object({
        effect_id: z.int(),
        created_at: InstantText,
        kind: z.string(),
        title: z.string().nullable().meta({ description: 'null: this version of the program does not know the kind' }),
        state: z.enum(['due', 'failed']),
        attempts: z.int(),
        last_error: PersonWords.nullable(),
      }),
    ),
  }),
  retry: operatorCall({
    method: 'POST',
    path: '/staff/v1/outbox/retry',
    summary: 'Delivers a failed effect again',
    roles: ['engineer', 'admin'],
    command: { words: 'outbox retry', arguments: { effect_id: 'номер' }, help: 'доставить неудавшееся ещё раз' },
    body: z.strictObject({ effect_id: Numbered }),
    result: z.object({ effect_id: z.int() }),
    problems: ['effect_not_failed'],
  }),
};
