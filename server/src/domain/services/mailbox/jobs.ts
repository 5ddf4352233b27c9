import { periodicJob } from '#server/kernel/job/job.ts';

/** Erases deleted mailboxes whose last day is over. */
export const eraseMailboxesJob = periodicJob('erase_mailboxes');
