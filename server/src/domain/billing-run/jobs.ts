import { periodicJob } from '#server/kernel/job/job.ts';

/** Charges unfinished provider days. */
export const chargeDaysJob = periodicJob('charge');
/** Warns clients whose money runs out in the next days. */
export const lookForLowMoneyJob = periodicJob('low_money');
