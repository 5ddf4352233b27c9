import { periodicJob } from '#kernel/job/job.ts';

/** Erases deleted mailboxes whose last day is over. */
export const eraseMailboxes = periodicJob('erase_mailboxes');
