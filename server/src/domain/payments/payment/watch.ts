import type { Tx } from '#db/database.ts';
import { addJob } from '#kernel/job.ts';
import { watchPayment } from './jobs.ts';

/** Orders the next look at a payment, in place of one ordered before. */
export const watchPaymentAt = (tx: Tx, paymentId: string, at: Date): Promise<void> =>
  addJob(tx, watchPayment, { paymentId }, { runAt: at });
