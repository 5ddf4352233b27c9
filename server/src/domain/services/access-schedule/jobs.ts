import { z } from 'zod';
import { periodicJob, type Job } from '#kernel/job.ts';

/** At each turn of an access schedule. */
export const followSchedule: Job<{ readonly userId: number }> = {
  name: 'follow_schedule',
  version: 1,
  payload: z.object({ userId: z.int() }),
  key: ({ userId }) => `schedule:${userId}`,
};

/** Follows the schedules whose turn nobody has ordered. */
export const followSchedules = periodicJob('follow_schedules');
