import { z } from 'zod';
import type { Day } from '@kabinet/contract/kernel/day';
import { DayText } from '@kabinet/contract/kernel/call/wire';
import type { Job } from '#server/kernel/job/job.ts';

export interface SuspensionReminder {
  readonly suspensionId: number;
  readonly of: 'return' | 'paid';
  /** The day before the event. */
  readonly eve: Day;
}

export const remindOfSuspensionJob: Job<SuspensionReminder> = {
  name: 'remind_of_suspension',
  version: 1,
  payload: z.object({ suspensionId: z.int(), of: z.enum(['return', 'paid']), eve: DayText }),
  key: ({ suspensionId, of, eve }) => `suspension-${suspensionId}-${of}-${eve}`,
};
