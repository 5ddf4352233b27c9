import { randomBytes } from 'node:crypto';
import type { Vault } from '#server/integrations/vault/port.ts';
import { isSameText } from '#server/kernel/same-text.ts';

// A challenge carries its own purpose and expiry under a keyed hash, so issuing one stores nothing and a flood of requests fills
// no table. Only a used challenge is stored, so that it is never used again.

/** Time to find the phone, or to leave the login page open for a while. Milliseconds. */
export const CHALLENGE_LIFE = 10 * 60_000;

const NONCE_BYTES = 16;
const TIME_BYTES = 6;

/** What a challenge is for: a new passkey of one session, or any passkey; those of the staff are others. */
type Purpose = 'use' | `add ${string}` | 'staff use' | `staff add ${string}`;

const markOf = (vault: Vault, purpose: Purpose, head: Buffer): Buffer =>
  vault.markOf(`passkey challenge ${purpose} ${head.toString('base64url')}`);

export function newChallenge(vault: Vault, purpose: Purpose, now: Date): string {
  const head = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
  randomBytes(NONCE_BYTES).copy(head);
  head.writeUIntBE(now.getTime() + CHALLENGE_LIFE, NONCE_BYTES, TIME_BYTES);
  return Buffer.concat([head, markOf(vault, purpose, head)]).toString('base64url');
}

/** When a challenge of ours for this purpose expires; undefined if it has, or is not ours. */
export function challengeEnd(vault: Vault, purpose: Purpose, challenge: string, now: Date): Date | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
  const mark = bytes.subarray(NONCE_BYTES + TIME_BYTES);
  if (head.length < NONCE_BYTES + TIME_BYTES) return undefined;
  const right = markOf(vault, purpose, head).toString('base64url');
  if (!isSameText(right, mark.toString('base64url'))) return undefined;
  const end = new Date(head.readUIntBE(NONCE_BYTES, TIME_BYTES));
  return end > now ? end : undefined;
}
