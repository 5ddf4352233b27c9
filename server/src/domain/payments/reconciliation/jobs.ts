import { periodicJob } from '#server/kernel/job/job.ts';

/** Compares the bank's registers of the last days with the ledger. */
export const reconcileDayJob = periodicJob('reconcile_day');
