import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Numbered } from '../inputs.ts';

/** Who writes in an order: a lease of five minutes, so that two do not answer without knowing of each other. */
export const holdingCalls = {
  hold: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/hold',
    summary: 'Takes an order for five minutes, or for five more: others see who answers',
    roles: ['support', 'engineer'],
    command: {
      words: 'orders hold',
      arguments: { order_id: 'заявка' },
      options: { over: 'yes — забрать у того, кто её ведёт' },
      help: 'взять заявку на пять минут: другие увидят, кто отвечает',
    },
    body: z.strictObject({ order_id: Numbered, over: z.enum(['yes', 'no'], 'Ответьте yes или no').optional() }),
    result: z.object({
      order_id: z.int(),
      until: InstantText,
      taken_from: z.string().nullable().meta({ description: 'Another who was writing in it' }),
    }),
    problems: ['order_unknown', 'order_is_closed', 'order_held', 'person_needed'],
  }),
  release: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/release',
    summary: 'Lets an order go that one has taken',
    roles: ['support', 'engineer'],
    command: { words: 'orders release', arguments: { order_id: 'заявка' }, help: 'отпустить взятую заявку' },
    body: z.strictObject({ order_id: Numbered }),
    result: z.object({ order_id: z.int() }),
    problems: ['order_unknown', 'person_needed'],
  }),
};
