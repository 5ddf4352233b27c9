import { createHmac } from 'node:crypto';
import { isSameText } from '#server/kernel/same-text.ts';

/** A signature is valid for so many seconds, so that a recorded message cannot be replayed later. */
const GOOD_SECONDS = 300;

/** The header that carries it. */
export const OWN_SIGNATURE_HEADER = 'x-kabinet-signature';

/** `t=1763900000,v1=<hex of HMAC-SHA256 over "1763900000.<body>">`, for a message to a system of the provider's own or from it. */
export const timedSignatureOf = (secret: string, body: string, now: Date): string =>
  signed(secret, body, Math.floor(now.getTime() / 1000));

/** Whether a signature is valid and recent. */
export function isSignedLately(secret: string, body: string, signature: string, now: Date): boolean {
  const seconds = Number(/^t=(\d{1,12}),v1=[\da-f]{64}$/.exec(signature)?.[1] ?? Number.NaN);
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= GOOD_SECONDS)) return false;
  return isSameText(signed(secret, body, seconds), signature);
}

const signed = (secret: string, body: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
