import { periodicJob } from '#server/kernel/job/job.ts';

/** Makes the months of calls that are to come. */
export const keepCallMonthsJob = periodicJob('keep_call_months');
