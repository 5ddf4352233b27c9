import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { hashOf } from '#server/domain/shared/secrets.ts';

export interface ListedPasskey {
  readonly passkey_id: string;
  readonly name: string;
  readonly is_synced: boolean;
  readonly added_at: Instant;
  readonly used_at: Instant | null;
}

/** The passkeys of a contract, the last added first. */
export const passkeysOf = (tx: Tx, contractId: number): Promise<ListedPasskey[]> =>
  tx.rows(sql`
    select credential_id as passkey_id, name, is_synced, added_at, used_at
    from passkey where contract_id = ${contractId} order by added_at desc, credential_id`);

/** Locks how a contract signs in (passkeys, password), so that of two simultaneous changes the second sees the first. */
export const holdPasskeyOwner = (tx: Tx, contractId: number, freshHandle: string): Promise<{ handle: string }> =>
  tx.one(sql`
    insert into passkey_owner as o (contract_id, handle) values (${contractId}, ${freshHandle})
    on conflict (contract_id) do update set handle = o.handle
    returning handle`);

export interface NewPasskey {
  readonly credentialId: string;
  readonly contractId: number;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isSynced: boolean;
}

/** Stores a passkey; undefined if it is registered already. */
export const insertPasskey = (tx: Tx, made: NewPasskey, now: Date): Promise<ListedPasskey | undefined> =>
  tx.maybe(sql`
    insert into passkey (credential_id, contract_id, public_key, counter, transports, name, is_synced, added_at)
    values (${made.credentialId}, ${made.contractId}, ${made.publicKey}, ${made.counter}, ${made.transports}::text[],
      ${made.name}, ${made.isSynced}, ${now})
    on conflict (credential_id) do nothing
    returning credential_id as passkey_id, name, is_synced, added_at, used_at`);

/** What is kept of a passkey to check what it signs. */
export interface KeptPasskey {
  readonly public_key: Buffer;
  readonly counter: number;
  readonly handle: string;
}

interface HeldPasskey extends KeptPasskey {
  readonly contract_id: number;
}

/** A passkey by its id, locked: its counter grows by one use at a time. */
export const holdPasskey = (tx: Tx, credentialId: string): Promise<HeldPasskey | undefined> =>
  tx.maybe(sql`
    select contract_id, public_key, counter, handle
    from passkey join passkey_owner using (contract_id)
    where credential_id = ${credentialId} for update of passkey`);

export async function noteUse(
  tx: Tx,
  credentialId: string,
  { counter, isSynced, now }: { counter: number; isSynced: boolean; now: Date },
): Promise<void> {
  await tx.run(sql`
    update passkey set counter = ${counter}, is_synced = ${isSynced}, used_at = ${now}
    where credential_id = ${credentialId}`);
}

export const putName = (
  tx: Tx,
  contractId: number,
  passkeyId: AskedId<'passkey'>,
  name: string,
): Promise<ListedPasskey | undefined> =>
  tx.maybe(sql`
    update passkey set name = ${name} where contract_id = ${contractId} and credential_id = ${passkeyId}
    returning credential_id as passkey_id, name, is_synced, added_at, used_at`);

/** Deletes a passkey of a contract; returns its id and name, undefined if there is none. */
export const deletePasskey = (
  tx: Tx,
  contractId: number,
  passkeyId: AskedId<'passkey'>,
): Promise<{ passkey_id: string; name: string } | undefined> =>
  tx.maybe(sql`
    delete from passkey where contract_id = ${contractId} and credential_id = ${passkeyId}
    returning credential_id as passkey_id, name`);

/** Spends a challenge; false if it was used before. */
export const spendChallenge = async (tx: Tx, challenge: string, expiresAt: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into spent_challenge (challenge_hash, expires_at) values (${hashOf(challenge)}, ${expiresAt})
    on conflict do nothing`)) > 0;
