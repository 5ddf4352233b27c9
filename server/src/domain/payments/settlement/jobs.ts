import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Turns a bank's notification into money. */
export const applyNotificationJob: Job<{ readonly notificationId: number }> = {
  name: 'apply_notification',
  version: 1,
  payload: z.object({ notificationId: z.int() }),
};
