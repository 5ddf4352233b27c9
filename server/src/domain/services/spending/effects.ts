import { z } from 'zod';
import type { Effect } from '#kernel/effect.ts';

/** Compares what a SIP line has spent with its limits: its calls have been rated. */
export const checkSpending: Effect<{ readonly userId: number }> = {
  kind: 'sip.check-spending',
  title: 'сверить траты SIP-линии с лимитом',
  version: 1,
  payload: z.object({ userId: z.int() }),
  subject: ({ userId }) => `user:${userId}`,
};
