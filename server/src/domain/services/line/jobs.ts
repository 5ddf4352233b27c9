import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Closes a payment window at its end. */
export const endPaymentWindowJob: Job<{ readonly userId: number }> = {
  name: 'end_payment_window',
  version: 1,
  payload: z.object({ userId: z.int() }),
  key: ({ userId }) => `end_payment_window:${userId}`,
};
