import { z } from 'zod';
import type { Job } from '#kernel/job.ts';

/** What a bank said becomes money. */
export const applyNotification: Job<{ readonly notificationId: number }> = {
  name: 'apply_notification',
  version: 1,
  payload: z.object({ notificationId: z.int() }),
};
