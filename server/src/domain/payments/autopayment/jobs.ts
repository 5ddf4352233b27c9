import { z } from 'zod';
import { periodicJob, type Job } from '#server/kernel/job/job.ts';

/** Plans charges and sends due ones to the bank. */
export const runAutopaymentsJob = periodicJob('autopayment');

interface OfAutopayment {
  readonly autopaymentId: string;
}
const ofAutopayment = { version: 1, payload: z.object({ autopaymentId: z.guid() }) } as const;

export const planAutopaymentJob: Job<OfAutopayment> = { ...ofAutopayment, name: 'plan_autopayment' };

/** Asks the bank whether the client has confirmed it. */
export const watchAutopaymentJob: Job<OfAutopayment> = {
  ...ofAutopayment,
  name: 'watch_autopayment',
  key: ({ autopaymentId }) => `autopayment:${autopaymentId}`,
};

/** Asks the bank for the reason of a refusal. */
export const concludeAutopaymentJob: Job<{ readonly paymentId: string }> = {
  name: 'conclude_autopayment',
  version: 1,
  payload: z.object({ paymentId: z.guid() }),
};
