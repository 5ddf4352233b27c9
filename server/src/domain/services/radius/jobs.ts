import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Makes what devices of access are told anew, for all services that RADIUS knows. */
export const renderRepliesJob: Job<Readonly<Record<never, never>>> = {
  name: 'render_replies',
  version: 1,
  payload: z.object({}),
  key: () => 'render_replies',
};
