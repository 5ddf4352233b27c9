import { periodicJob } from '#server/kernel/job/job.ts';

/** Tells of new versions of consents those who have agreed to a former one. */
export const askConsentsJob = periodicJob('ask_consents');
