import { isSignedLately, OWN_SIGNATURE_HEADER, timedSignatureOf } from '../signature.ts';
import type { HelpDesk } from './port.ts';

export interface HelpDeskSettings {
  /** Where events are sent. */
  readonly url: string;
  /** Signs both directions. */
  readonly secret: string;
}

const PATIENCE_MS = 10_000;

/** A help desk that gets a signed POST for each event, and sends its messages in the same way. */
export const webhookHelpDesk = ({ url, secret }: HelpDeskSettings): HelpDesk => ({
  tell: async (event, key, now) => {
    const body = JSON.stringify(event);
    const reply = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `kabinet-${key}`,
        [OWN_SIGNATURE_HEADER]: timedSignatureOf(secret, body, now),
      },
      body,
    });
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`the help desk answered ${reply.status}`);
  },
  isGenuine: ({ body, signature = '' }, now) => isSignedLately(secret, body, signature, now),
});
