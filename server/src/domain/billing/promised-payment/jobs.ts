import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Ends all expired promises. */
export const endPromisesJob: Job<object> = { name: 'end_promises', version: 1, payload: z.object({}) };

export const remindOfPromiseJob: Job<{ readonly promisedPaymentId: number }> = {
  name: 'remind_of_promise',
  version: 1,
  payload: z.object({ promisedPaymentId: z.int() }),
  key: ({ promisedPaymentId }) => `remind-of-promise:${promisedPaymentId}`,
};
