import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Asks the bank itself for the state of a payment. */
export const watchPaymentJob: Job<{ readonly paymentId: string }> = {
  name: 'watch_payment',
  version: 1,
  payload: z.object({ paymentId: z.guid() }),
  key: ({ paymentId }) => `watch:${paymentId}`,
};
