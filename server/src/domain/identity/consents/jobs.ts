import { periodicJob } from '#kernel/job/job.ts';

/** Tells of new versions of consents those who have agreed to a former one. */
export const askConsents = periodicJob('ask_consents');
