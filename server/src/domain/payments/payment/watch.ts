import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { watchPaymentJob } from './jobs.ts';

/** Schedules the next check of a payment; replaces an earlier one. */
export const watchPaymentAt = (tx: Tx, paymentId: string, at: Date): Promise<void> =>
  addJob(tx, watchPaymentJob, { paymentId }, { runAt: at });
