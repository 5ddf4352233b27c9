import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { notify } from '#domain/messaging/notify.ts';
import type { At } from '#domain/shared/at.ts';
import { hashOf, newSecret } from '#domain/shared/secrets.ts';
import { Problem } from '#kernel/problem.ts';
import { countHits } from '../guard/guard.queries.ts';
import { restOfMinute } from '../guard/lock.rules.ts';
import { writeDown } from '../session/session.queries.ts';
import { keyCreated } from './notices.ts';
import {
  holdOwner,
  insertKey,
  keysOf,
  useKey,
  type KeyOwner,
  type KeyScope,
  type ListedKey,
} from './personal-key.queries.ts';

const MOST_KEYS = 5;
/** Programs ask every few minutes, not every second. */
const USES_A_MINUTE = 30;
/** Lets scanners for leaked secrets recognise a key. */
const PREFIX = 'kabinet_';

/** Makes a key and returns its text, which only the subscriber keeps. */
export async function createKey(
  tx: Tx,
  contractId: number,
  { name, scopes }: { name: string; scopes: readonly KeyScope[] },
  at: At,
): Promise<ListedKey & { key: string }> {
  await holdOwner(tx, contractId);
  if ((await keysOf(tx, contractId)).length >= MOST_KEYS) throw new Problem('keys_too_many');
  const key = PREFIX + newSecret();
  const asked = { id: randomUUID(), contractId, hash: hashOf(key), name, scopes: [...new Set(scopes)] };
  const made = await insertKey(tx, asked, at.now);
  await writeDown(tx, { kind: 'personal_key_created', contractId, detail: { name } }, at.now);
  await notify(tx, keyCreated, contractId, { name }, at);
  return { ...made, key };
}

/** The owner of a key that may read this; refuses any other, and one that asks too often. */
export async function ownerOfKey(tx: Tx, key: string, scope: KeyScope, now: Date): Promise<KeyOwner | Problem> {
  const owner = await useKey(tx, hashOf(key), now);
  if (!owner) return new Problem('unauthorized', { message: 'Такого ключа нет, или его отозвали' });
  const bucket = `key:${owner.personal_key_id}`;
  const hits = await countHits(tx, [bucket], now);
  if ((hits.get(bucket) ?? 0) > USES_A_MINUTE) {
    return new Problem('too_many_requests', { retryAfter: restOfMinute(now) });
  }
  return owner.scopes.includes(scope) ? owner : new Problem('key_not_allowed');
}
