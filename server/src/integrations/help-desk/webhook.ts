import { createHmac } from 'node:crypto';
import { isSameText } from '#server/kernel/same-text.ts';
import type { HelpDesk } from './port.ts';

export interface HelpDeskSettings {
  /** Where events are sent. */
  readonly url: string;
  /** Signs both directions. */
  readonly secret: string;
}

const PATIENCE_MS = 10_000;
/** A signature is valid for so many seconds, so that a recorded message cannot be replayed later. */
const GOOD_SECONDS = 300;

/** `t=1763900000,v1=<hex of HMAC-SHA256 over "1763900000.<body>">`, in both directions. */
function signatureOf(secret: string, body: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

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
        'x-kabinet-signature': signatureOf(secret, body, Math.floor(now.getTime() / 1000)),
      },
      body,
    });
    await reply.body?.cancel();
    if (!reply.ok) throw new Error(`the help desk answered ${reply.status}`);
  },
  isGenuine: ({ body, signature = '' }, now) => {
    const seconds = Number(/^t=(\d{1,12}),v1=[\da-f]{64}$/.exec(signature)?.[1] ?? Number.NaN);
    if (!(Math.abs(now.getTime() / 1000 - seconds) <= GOOD_SECONDS)) return false;
    return isSameText(signatureOf(secret, body, seconds), signature);
  },
});
