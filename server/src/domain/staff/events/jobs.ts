import { z } from 'zod';
import { periodicJob, type Job } from '#server/kernel/job/job.ts';

/** Orders what has changed, makes the partition of the next month and drops those that are kept no longer. */
export const orderEventsJob = periodicJob('order_events');

/** Sends events to one address, and orders itself again each second while there is the address. */
export const deliverEventsJob: Job<{ readonly webhookId: number }> = {
  name: 'deliver_events',
  version: 1,
  payload: z.object({ webhookId: z.int() }),
  key: ({ webhookId }) => `events:${webhookId}`,
};
