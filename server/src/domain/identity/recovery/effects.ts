import { z } from 'zod';
import type { Effect } from '#server/kernel/job/effect.ts';

/**
 * Sends the code of a recovery, if its login leads to a confirmed contact. Every recovery enqueues this effect, so that the reply
 * takes as long for any login.
 */
export const sendRecoveryCodeEffect: Effect<{ readonly recovery: string }> = {
  kind: 'recovery.send_code',
  title: 'код для нового пароля',
  version: 1,
  payload: z.object({ recovery: z.string().meta({ description: 'The hash of its secret, base64url' }) }),
};
