import { periodicJob } from '#kernel/job/job.ts';

/** Charges unfinished provider days. */
export const chargeDays = periodicJob('charge');
/** Warns clients whose money runs out in the next days. */
export const lookForLowMoney = periodicJob('low_money');
