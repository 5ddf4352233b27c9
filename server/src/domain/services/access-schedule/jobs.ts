import { z } from 'zod';
import { periodicJob, type Job } from '#server/kernel/job/job.ts';

/** Runs at each switch of an access schedule. */
export const followScheduleJob: Job<{ readonly userId: number }> = {
  name: 'follow_schedule',
  version: 1,
  payload: z.object({ userId: z.int() }),
  key: ({ userId }) => `schedule:${userId}`,
};

/** Applies schedules whose next switch has no job. */
export const followSchedulesJob = periodicJob('follow_schedules');
