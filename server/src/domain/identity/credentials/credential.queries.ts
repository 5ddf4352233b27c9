import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { hashOf } from '#server/domain/shared/secrets.ts';
import type { Login } from './login.rules.ts';
import { DEVICE_LIFE } from '../session/session.rules.ts';

export interface Credential {
  readonly contract_id: number;
  readonly password_hash: string;
  readonly changed_at: Instant;
  /** Until when a one-time password of the operator is valid; null for the subscriber's own password. */
  readonly change_by: Instant | null;
}

/** The contract of a login; null for an unknown login. */
export interface LoginOwner {
  readonly contract_id: number | null;
  /** The further contact that was typed as the login, if it was one. */
  readonly further_contact_id: number | null;
  /** Whether this contract has signed in with the right password from the same device. */
  readonly is_known: boolean;
}

/**
 * Finds the owner of a login; the inner number of a contract wins over the printed one, and that over a confirmed phone or e-mail, the first of a contract over further ones of
 * owners. One row and one statement for any login.
 */
export const loginOwnerOf = (
  tx: Tx,
  { contractId, printed, phone, email }: Login,
  device: string | undefined,
  now: Date,
): Promise<LoginOwner> =>
  tx.one(sql`
    select owner.contract_id, owner.further_contact_id, exists (
      select from known_device d
      where d.device_hash = ${hashOf(device ?? '')} and d.contract_id = owner.contract_id
        and d.used_at > ${new Date(now.getTime() - DEVICE_LIFE)}) as is_known
    from (select 1) one left join lateral (
      select contract_id, further_contact_id from (
        select contract_id, null::bigint as further_contact_id, 1 as rank
        from credential where contract_id = ${contractId}::bigint
        union all
        select contract_id, null, 2 from contract where printed_key(printed_no) collate "C" = ${printed}::text
        union all
        select contract_id, null, 3 from contact where kind = 'phone' and value = ${phone} and state = 'active'
        union all
        select contract_id, null, 4 from contact where kind = 'email' and lower(value) = ${email} and state = 'active'
        union all
        select contract_id, further_contact_id, 5 from further_contact
        where kind = 'phone' and address = ${phone} and role = 'owner' and confirmed_at is not null
        union all
        select contract_id, further_contact_id, 6 from further_contact
        where kind = 'email' and address = ${email} and role = 'owner' and confirmed_at is not null
      ) login order by rank limit 1
    ) owner on exists (select from credential c where c.contract_id = owner.contract_id)`);

export const credentialOf = (tx: Tx, contractId: number | null): Promise<Credential | undefined> =>
  tx.maybe(sql`
    select contract_id, password_hash, changed_at, change_by from credential where contract_id = ${contractId}::bigint`);

/** The price of the dearest digest of a former system that a contract still has; 0 without one. */
export const dearestFormer = async (tx: Tx): Promise<number> =>
  Number(
    (
      await tx.one<{ price: string | null }>(sql`
        select max(substring(password_hash from 8 for 2)) as price from credential where starts_with(password_hash, 'former:')`)
    ).price ?? 0,
  );

/**
 * Whether this is still the current password. Locks it, so that a transaction that replaces it must wait. A rehash of the same
 * password does not count as a change.
 */
export const isStillPassword = async (tx: Tx, { contract_id, changed_at }: Credential): Promise<boolean> =>
  (await tx.maybe(sql`
    select contract_id from credential
    where contract_id = ${contract_id} and date_trunc('milliseconds', changed_at) = ${changed_at} for share`)) !==
  undefined;

/** The contract's number and name, which a password must not consist of. */
export const ownNames = (tx: Tx, contractId: number): Promise<{ contract_id: number; client_name: string }> =>
  tx.one(sql`select contract_id, client_name from contract where contract_id = ${contractId}`);

/** Replaces a password by one of the subscriber's own; false if it has changed meanwhile. */
export const replacePortalPassword = async (
  tx: Tx,
  contractId: number,
  { was, hash, now }: { was: string; hash: string; now: Date },
): Promise<boolean> =>
  (await tx.run(sql`
    update credential set password_hash = ${hash}, changed_at = ${now}, change_by = null
    where contract_id = ${contractId} and password_hash = ${was}`)) > 0;

/** Sets a password, whether or not there was one; `changeBy`: until when a one-time password is valid. */
export async function putPassword(
  tx: Tx,
  contractId: number,
  { hash, changeBy, now }: { hash: string; changeBy: Date | null; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into credential (contract_id, password_hash, changed_at, change_by)
    values (${contractId}, ${hash}, ${now}, ${changeBy})
    on conflict (contract_id) do update
      set password_hash = excluded.password_hash, changed_at = excluded.changed_at, change_by = excluded.change_by`);
}

/**
 * Sets a one-time password, whether or not there was a password; false if it has changed since `was` was read, as when two operators
 * set one at once.
 */
export const putOneTimePassword = async (
  tx: Tx,
  contractId: number,
  { was, hash, changeBy, now }: { was: string | null; hash: string; changeBy: Date; now: Date },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into credential (contract_id, password_hash, changed_at, change_by)
    values (${contractId}, ${hash}, ${now}, ${changeBy})
    on conflict (contract_id) do update
      set password_hash = excluded.password_hash, changed_at = excluded.changed_at, change_by = excluded.change_by
      where credential.password_hash = ${was}`)) > 0;

/** Rehashes the same password with today's parameters, unless it has changed meanwhile. */
export async function rehash(tx: Tx, { contract_id, password_hash }: Credential, fresh: string): Promise<void> {
  await tx.run(sql`
    update credential set password_hash = ${fresh}
    where contract_id = ${contract_id} and password_hash = ${password_hash}`);
}

/** Sets a password where there is none; false if there is one. */
export const insertPassword = async (tx: Tx, contractId: number, hash: string, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into credential (contract_id, password_hash, changed_at) values (${contractId}, ${hash}, ${now})
    on conflict do nothing`)) > 0;

/**
 * Ends every open recovery of a contract, or those by one way, because its password, its contacts or its ways have changed. The
 * codes end, too: whoever has one would begin another recovery and type it there.
 */
export async function spendRecoveries(
  tx: Tx,
  contractId: number,
  now: Date,
  only: 'phone' | 'email' | null = null,
): Promise<void> {
  const ofWay = sql`contract_id = ${contractId} and (${only}::text is null or kind = ${only})`;
  await tx.run(sql`update password_recovery set spent_at = ${now} where ${ofWay} and spent_at is null`);
  await tx.run(sql`
    update contact_code set expires_at = ${now}
    where ${ofWay} and purpose like 'recovery%' and spent_at is null and expires_at > ${now}`);
}

/** Deletes the password of a contract; returns whether there was one. */
export const deletePassword = async (tx: Tx, contractId: number): Promise<boolean> =>
  (await tx.run(sql`delete from credential where contract_id = ${contractId}`)) > 0;
