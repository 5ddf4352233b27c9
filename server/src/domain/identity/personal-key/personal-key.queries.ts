import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** What a program may read. */
export type KeyScope = 'balance' | 'services' | 'calendar';

export interface ListedKey {
  readonly personal_key_id: string;
  readonly name: string;
  readonly scopes: KeyScope[];
  readonly created_at: Instant;
  readonly used_at: Instant | null;
}

export const keysOf = (tx: Tx, contractId: number): Promise<ListedKey[]> =>
  tx.rows(sql`
    select personal_key_id, name, scopes, created_at, used_at
    from personal_key where contract_id = ${contractId} order by created_at desc, personal_key_id`);

/** Locks the contract, so that of two new keys at once the second sees the first. */
export async function holdOwner(tx: Tx, contractId: number): Promise<void> {
  await tx.run(sql`select contract_id from contract where contract_id = ${contractId} for no key update`);
}

export interface NewKey {
  readonly id: string;
  readonly contractId: number;
  readonly hash: Buffer;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
}

export const insertKey = (tx: Tx, made: NewKey, now: Date): Promise<ListedKey> =>
  tx.one(sql`
    insert into personal_key (personal_key_id, contract_id, key_hash, name, scopes, created_at)
    values (${made.id}, ${made.contractId}, ${made.hash}, ${made.name}, ${made.scopes}::text[], ${now})
    returning personal_key_id, name, scopes, created_at, used_at`);

/** Deletes a key of a contract; undefined if there is none. */
export const deleteKey = (
  tx: Tx,
  contractId: number,
  id: AskedId<'personal_key'>,
): Promise<{ personal_key_id: string } | undefined> =>
  tx.maybe(sql`
    delete from personal_key where contract_id = ${contractId} and personal_key_id = ${id}
    returning personal_key_id`);

export interface KeyOwner {
  readonly personal_key_id: string;
  readonly contract_id: number;
  readonly scopes: KeyScope[];
}

/** The owner of a key; records its use. */
export const useKey = (tx: Tx, hash: Buffer, now: Date): Promise<KeyOwner | undefined> =>
  tx.maybe(sql`
    update personal_key set used_at = ${now} where key_hash = ${hash}
    returning personal_key_id, contract_id, scopes`);
