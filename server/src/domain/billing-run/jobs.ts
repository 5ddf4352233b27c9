import { periodicJob } from '#kernel/job.ts';

/** Charges unfinished provider days. */
export const chargeDays = periodicJob('charge');
