import { periodicJob } from '#server/kernel/job/job.ts';

/** Orders what has changed, makes the partition of the next month and drops those that are kept no longer. */
export const orderEventsJob = periodicJob('order_events');
