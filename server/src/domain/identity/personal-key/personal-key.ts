import { randomUUID } from 'node:crypto';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { hashOf, newSecret } from '#server/domain/shared/secrets.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { countHits } from '../guard/guard.queries.ts';
import { restOfMinute } from '../guard/lock.rules.ts';
import { writeDown } from '../session/session.queries.ts';
import { calendarAddressCreated, keyCreated } from './notices.ts';
import {
  deleteKey,
  holdOwner,
  insertKey,
  keysOf,
  useKey,
  type KeyOwner,
  type KeyScope,
  type ListedKey,
  type NewKey,
} from './personal-key.queries.ts';

const MOST_KEYS = 5;
/** Programs ask every few minutes, not every second. */
const USES_A_MINUTE = 30;
/** Let scanners for leaked secrets recognise them, and tell a key from the secret of an address. */
const [KEY, ADDRESS] = ['kabinet_', 'kabinetcal_'];

/** Makes a key and returns its text, which only the subscriber keeps. */
export async function createKey(
  tx: Tx,
  contractId: number,
  { name, scopes }: { name: string; scopes: readonly KeyScope[] },
  at: At,
): Promise<ListedKey & { key: string }> {
  const made = await addKey(tx, { contractId, prefix: KEY, name, scopes: [...new Set(scopes)] }, at.now);
  await writeDown(tx, { kind: 'personal_key_created', contractId, detail: { name } }, at.now);
  await notify(tx, keyCreated, contractId, { name }, at);
  return made;
}

interface AddressAsked {
  readonly name: string;
  /** The address that ends as the new one begins. */
  readonly replaces?: AskedId<'personal_key'> | undefined;
}

/** Makes the secret of an address that opens the calendar and nothing else. */
export async function createCalendarAddress(
  tx: Tx,
  contractId: number,
  { name, replaces }: AddressAsked,
  at: At,
): Promise<ListedKey & { key: string }> {
  if (replaces !== undefined && !(await deleteKey(tx, contractId, replaces))) throw new Problem('not_found');
  const made = await addKey(tx, { contractId, prefix: ADDRESS, name, scopes: ['calendar'] }, at.now);
  await writeDown(tx, { kind: 'calendar_address_created', contractId, detail: { name } }, at.now);
  await notify(tx, calendarAddressCreated, contractId, { name }, at);
  return made;
}

async function addKey(
  tx: Tx,
  { prefix, ...asked }: Pick<NewKey, 'contractId' | 'name' | 'scopes'> & { readonly prefix: string },
  now: Date,
): Promise<ListedKey & { key: string }> {
  await holdOwner(tx, asked.contractId);
  if ((await keysOf(tx, asked.contractId)).length >= MOST_KEYS) throw new Problem('keys_too_many');
  const key = prefix + newSecret();
  return { ...(await insertKey(tx, { ...asked, id: randomUUID(), hash: hashOf(key) }, now)), key };
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
