import { createHash } from 'node:crypto';

/**
 * The `Token` of a request or a notification: SHA-256 of the root's plain values and the password, ordered by name.
 * Numbers of a notification must be the text as received.
 */
export function tbankTokenOf(fields: Readonly<Record<string, unknown>>, password: string): string {
  const signed: Record<string, unknown> = { ...fields, Password: password };
  const text = Object.keys(signed)
    .filter((name) => name !== 'Token' && isPlain(signed[name]))
    .sort()
    .map((name) => String(signed[name]))
    .join('');
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

const isPlain = (value: unknown) => value !== null && value !== undefined && typeof value !== 'object';
