import { periodicJob } from '#kernel/job.ts';

/** Carries out provider days that are not finished yet. */
export const chargeDays = periodicJob('charge');
