import { z } from 'zod';
import type { Effect } from '#server/kernel/job/effect.ts';

export const registerReceiptEffect: Effect<{ readonly transactionId: number }> = {
  kind: 'receipt.register',
  title: 'пробить чек',
  version: 1,
  payload: z.object({ transactionId: z.int() }),
};
