import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

interface OfDirection {
  readonly userId: number;
  readonly zone: string;
}

/** Closes a direction that was opened for some hours; does nothing if it was opened again meanwhile. */
export const closeDirectionJob: Job<OfDirection> = {
  name: 'close_sip_direction',
  version: 1,
  payload: z.object({ userId: z.int(), zone: z.string() }),
  key: ({ userId, zone }) => `close_sip_direction:${userId}:${zone}`,
};
