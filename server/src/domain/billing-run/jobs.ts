import { periodicJob } from '#server/kernel/job/job.ts';

/** Charges unfinished provider days. */
export const chargeDaysJob = periodicJob('charge');
/** Warns clients whose money runs out in the next days. */
export const lookForLowMoneyJob = periodicJob('low_money');
/** Computes what our run would have charged while another billing charges, and compares it. */
export const shadowJob = periodicJob('shadow');
/** Puts the sums of days together, and counts once a day what the month will bring. */
export const sumUpDaysJob = periodicJob('sum_up_days');
