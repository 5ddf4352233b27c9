import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** The delay grows from seconds to six hours; fifteen tries last a day and a half. */
const maxAttempts = 15;

/** Notifications of the sandbox bank: of an operation, and of a subscription. */
export const notifyOfPaymentJob: Job<{ readonly operationId: string }> = {
  name: 'notify_of_sandbox_payment',
  version: 1,
  payload: z.object({ operationId: z.guid() }),
  maxAttempts,
};
export const notifyOfSubscriptionJob: Job<{ readonly eventId: string }> = {
  name: 'notify_of_sandbox_subscription',
  version: 1,
  payload: z.object({ eventId: z.guid() }),
  maxAttempts,
};

/** Decides a charge about which the sandbox bank sends no notification. */
export const takeSilentChargeJob: Job<{ readonly chargeId: string }> = {
  name: 'take_sandbox_charge',
  version: 1,
  payload: z.object({ chargeId: z.string() }),
};
