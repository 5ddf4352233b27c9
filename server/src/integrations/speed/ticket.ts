import { createHmac } from 'node:crypto';
import { isSameText } from '#server/kernel/same-text.ts';
import type { Ticket } from './port.ts';

/** Enough for several measurements in a row. */
const LIFETIME_MS = 10 * 60_000;

const sign = (secret: string, expires: string): string =>
  createHmac('sha256', secret).update(`speed ${expires}`).digest('base64url');

/** `<expires, ms since 1970>.<HMAC>`: whoever has the secret can check it without a database. */
export function issueTicket(secret: string, now: Date): Ticket {
  const expiresAt = new Date(now.getTime() + LIFETIME_MS);
  const expires = String(expiresAt.getTime());
  return { text: `${expires}.${sign(secret, expires)}`, expiresAt };
}

export function isTicket(secret: string, text: string, now: Date): boolean {
  const [, expires, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(text) ?? [];
  if (expires === undefined || signature === undefined || Number(expires) <= now.getTime()) return false;
  return isSameText(sign(secret, expires), signature);
}
