import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText } from '../../kernel/call/wire.ts';
import { WrittenDay } from '../inputs.ts';

export const staffAutopayment = {
  run: operatorCall({
    method: 'POST',
    path: '/staff/v1/autopayment/run',
    summary: 'Plans and starts autopayments, for the current time or for noon of a day',
    roles: ['engineer', 'accountant'],
    command: {
      words: 'autopayment run',
      arguments: { day: 'день' },
      help: 'запланировать и начать автоплатежи, как в полдень этого дня',
    },
    body: z.strictObject({ day: WrittenDay.optional() }),
    result: z.object({ day: DayText, failed: z.int() }),
  }),
};
