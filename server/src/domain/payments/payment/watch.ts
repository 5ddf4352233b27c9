import type { Tx } from '#db/database.ts';
import { addJob } from '#kernel/jobs.ts';

/** Orders the next look at a payment, in place of one ordered before. */
export const watchPaymentAt = (tx: Tx, paymentId: string, at: Date): Promise<void> =>
  addJob(tx, 'watch_payment', { paymentId }, { key: `watch:${paymentId}`, runAt: at });
