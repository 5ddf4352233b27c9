import { periodicJob } from '#server/kernel/job/job.ts';

/** Compares the bank's register of yesterday with the ledger. */
export const reconcileDayJob = periodicJob('reconcile_day');
