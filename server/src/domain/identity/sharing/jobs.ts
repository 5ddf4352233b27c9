import { periodicJob } from '#server/kernel/job/job.ts';

/** Ends shares whose term is over, and reminds of those that end tomorrow. */
export const followTermsJob = periodicJob('follow_terms_of_shares');
