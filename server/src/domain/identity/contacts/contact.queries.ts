import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ContactAddress } from './address.rules.ts';
import { NEW_CONTACT_WAITS_MS } from './code.rules.ts';

interface ActiveRow {
  readonly value: string;
  readonly confirmed_at: Instant | null;
}

const rowOf = (tx: Tx, contractId: number, kind: ContactAddress['kind']): Promise<ActiveRow | undefined> =>
  tx.maybe(sql`
    select value, confirmed_at from contact
    where contract_id = ${contractId} and kind = ${kind} and state = 'active'`);

/** The confirmed phone or e-mail of a contract. */
export const activeContact = async (
  tx: Tx,
  contractId: number,
  kind: ContactAddress['kind'],
): Promise<string | undefined> => (await rowOf(tx, contractId, kind))?.value;

/** Locks the contract, so that of two contacts added at once, the second is counted after the first. */
export async function holdContract(tx: Tx, contractId: number): Promise<void> {
  await tx.one(sql`select contract_id from contract where contract_id = ${contractId} for no key update`);
}

const TAKEN = {
  phone: 'Этот номер подтверждён в другом договоре. Укажите другой или позвоните в поддержку',
  email: 'Эта почта подтверждена в другом договоре. Укажите другую или позвоните в поддержку',
} as const;

/** Refuses a phone or an e-mail that is a login of another contract. Locks it against a simultaneous confirmation. */
export async function refuseTaken(tx: Tx, contractId: number, { kind, address }: ContactAddress): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${address}`}, 0))`);
  const other = await tx.maybe<{ contract_id: number }>(sql`
    select contract_id from (
      select contract_id from contact where kind = ${kind} and value = ${address} and state = 'active'
      union all
      select contract_id from further_contact
      where kind = ${kind} and address = ${address} and role = 'owner' and confirmed_at is not null
    ) login where contract_id <> ${contractId} limit 1`);
  if (other) throw new Problem('contact_taken', { message: TAKEN[kind] });
}

/** Makes an address the confirmed one of its contract. The very first contact of a contract can replace a forgotten password at once. */
export async function putContact(
  tx: Tx,
  contractId: number,
  { kind, address }: ContactAddress,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into contact (contract_id, kind, value, state, confirmed_at, recovers_from)
    select ${contractId}, ${kind}, ${address}, 'active', ${now}, case when exists (
      select from contact where contract_id = ${contractId} and kind in ('phone', 'email') and state = 'active')
      then ${afterWaiting(now)}::timestamptz end
    on conflict (contract_id, kind) do update
      set value = excluded.value, state = 'active', confirmed_at = excluded.confirmed_at, label = null,
        recovers_from = excluded.recovers_from`);
}

export async function dropFirst(tx: Tx, contractId: number, kind: ContactAddress['kind']): Promise<void> {
  await tx.run(sql`delete from contact where contract_id = ${contractId} and kind = ${kind}`);
}

/** From when a contact added now can be used to replace a forgotten password. */
export const afterWaiting = (now: Date): Date => new Date(now.getTime() + NEW_CONTACT_WAITS_MS);

/** The only way by which the owner lets a forgotten password be replaced; undefined: both. */
export const onlyWay = async (tx: Tx, contractId: number): Promise<ContactAddress['kind'] | undefined> =>
  (
    await tx.maybe<{ kind: ContactAddress['kind'] }>(
      sql`select kind from recovery_only where contract_id = ${contractId}`,
    )
  )?.kind;

interface Recovering {
  readonly contractId: number;
  readonly kind: ContactAddress['kind'];
  /** The further contact by which a recovery was asked for. */
  readonly furtherId: number | null;
}

/** Where a recovery of this kind goes: to the owner's further contact that was typed, if it is of the kind, else to the first one; nowhere if the owner has closed this way. */
export const wayToRecover = (
  tx: Tx,
  { contractId, kind, furtherId }: Recovering,
): Promise<{ readonly address: string; readonly recovers_from: Instant | null } | undefined> =>
  tx.maybe(sql`
    select address, recovers_from from (
      select address, recovers_from, 1 as rank from further_contact
      where further_contact_id = ${furtherId}::bigint and kind = ${kind} and role = 'owner' and confirmed_at is not null
      union all
      select value, recovers_from, 2 from contact
      where contract_id = ${contractId} and kind = ${kind} and state = 'active'
    ) way
    where not exists (select from recovery_only where contract_id = ${contractId} and kind <> ${kind})
    order by rank limit 1`);
