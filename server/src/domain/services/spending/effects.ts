import { z } from 'zod';
import type { Effect } from '#server/kernel/job/effect.ts';

/** Compares the spending of a SIP line with its limits, after its calls were rated. */
export const checkSpendingEffect: Effect<{ readonly userId: number }> = {
  kind: 'sip.check-spending',
  title: 'сверить траты SIP-линии с лимитом',
  version: 1,
  payload: z.object({ userId: z.int() }),
  subject: ({ userId }) => `user:${userId}`,
};
