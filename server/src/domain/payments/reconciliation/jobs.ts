import { periodicJob } from '#kernel/job/job.ts';

/** Compares the bank's register of yesterday with the ledger. */
export const reconcileDay = periodicJob('reconcile_day');
