import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Asks the cash register for the state of a receipt. */
export const watchReceiptJob: Job<{ readonly transactionId: number }> = {
  name: 'watch_receipt',
  version: 1,
  payload: z.object({ transactionId: z.int() }),
  key: ({ transactionId }) => `receipt:${transactionId}`,
};
