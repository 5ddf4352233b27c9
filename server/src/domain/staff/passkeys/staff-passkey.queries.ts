import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { KeptPasskey, ListedPasskey } from '#server/domain/identity/passkeys/passkey.queries.ts';

const LISTED = sql`credential_id as passkey_id, name, is_synced, added_at, used_at`;

/** The passkeys of a person, the last added first. */
export const staffPasskeys = (tx: Tx, personId: number): Promise<ListedPasskey[]> =>
  tx.rows(sql`
    select ${LISTED} from staff_passkey where person_id = ${personId} order by added_at desc, credential_id`);

/** Who a person is to her passkeys. */
export const passkeyHandle = async (tx: Tx, personId: number): Promise<string> =>
  (await tx.one<{ passkey_handle: string }>(sql`select passkey_handle from staff_person where person_id = ${personId}`))
    .passkey_handle;

interface NewStaffPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isSynced: boolean;
}

/** Stores a passkey; undefined if it is registered already. */
export const insertStaffPasskey = (
  tx: Tx,
  personId: number,
  made: NewStaffPasskey,
  now: Date,
): Promise<ListedPasskey | undefined> =>
  tx.maybe(sql`
    insert into staff_passkey (credential_id, person_id, public_key, counter, transports, name, is_synced, added_at)
    values (${made.credentialId}, ${personId}, ${made.publicKey}, ${made.counter}, ${made.transports}::text[],
      ${made.name}, ${made.isSynced}, ${now})
    on conflict (credential_id) do nothing returning ${LISTED}`);

interface HeldStaffPasskey extends KeptPasskey {
  readonly person_id: number;
}

/** A passkey by its id, locked: its counter grows by one use at a time. */
export const holdStaffPasskey = (tx: Tx, credentialId: string): Promise<HeldStaffPasskey | undefined> =>
  tx.maybe(sql`
    select person_id, public_key, counter, passkey_handle as handle
    from staff_passkey join staff_person using (person_id)
    where credential_id = ${credentialId} for update of staff_passkey`);

/** Whose passkey it is; undefined: nobody's of the staff. */
export const passkeyOwner = (tx: Tx, credentialId: string): Promise<{ person_id: number } | undefined> =>
  tx.maybe(sql`select person_id from staff_passkey where credential_id = ${credentialId}`);

export async function noteStaffPasskeyUse(
  tx: Tx,
  credentialId: string,
  { counter, isSynced, now }: { readonly counter: number; readonly isSynced: boolean; readonly now: Date },
): Promise<void> {
  await tx.run(sql`
    update staff_passkey set counter = ${counter}, is_synced = ${isSynced}, used_at = ${now}
    where credential_id = ${credentialId}`);
}

export const putStaffPasskeyName = (
  tx: Tx,
  personId: number,
  passkeyId: string,
  name: string,
): Promise<ListedPasskey | undefined> =>
  tx.maybe(sql`
    update staff_passkey set name = ${name} where person_id = ${personId} and credential_id = ${passkeyId}
    returning ${LISTED}`);

/** Deletes a passkey of a person; false if there is none. */
export const deleteStaffPasskey = async (tx: Tx, personId: number, passkeyId: string): Promise<boolean> =>
  (await tx.run(sql`delete from staff_passkey where person_id = ${personId} and credential_id = ${passkeyId}`)) > 0;

export async function deleteStaffPasskeys(tx: Tx, personId: number): Promise<void> {
  await tx.run(sql`delete from staff_passkey where person_id = ${personId}`);
}
