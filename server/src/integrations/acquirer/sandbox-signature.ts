import { createHmac } from 'node:crypto';
import { isSameText } from '#server/kernel/same-text.ts';

/** The header that carries the signature of a notification. */
export const SIGNATURE_HEADER = 'x-signature-sha256';

/** HMAC-SHA256 over the raw bytes of the body: a sum parsed and written again may lose a digit. */
export const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body, 'utf8').digest('hex');

export const isSignedBy = (secret: string, body: string, signature: string): boolean =>
  isSameText(signatureOf(body, secret), signature);
