import { randomInt } from 'node:crypto';
import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';

/** Numbers of persons are negative and random: they tell neither how many there are nor who came after whom. */
const MOST_PERSONS = 2 ** 47;

export interface NewPerson extends ContactAddress {
  /** How the first owner who invited her calls her. */
  readonly name: string;
  /** The contract that she was invited to: a person is in its town. */
  readonly invitedTo: number;
  readonly today: Day;
}

/** A sign-in without accounts and services, with its proven contact. Returns its number. */
export async function insertPerson(tx: Tx, { name, invitedTo, today, ...at }: NewPerson, now: Date): Promise<number> {
  const { contract_id } = await tx.one<{ contract_id: number }>(sql`
    with made as (
      insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
      select ${-randomInt(1, MOST_PERSONS)}::bigint, ${name}, ${name}, ${name}, town_id, '', 1, ${today}
      from contract where contract_id = ${invitedTo}
      returning contract_id
    ), reached as (
      insert into contact (contract_id, kind, value, state, confirmed_at)
      select contract_id, ${at.kind}, ${at.address}, 'active', ${now}::timestamptz from made
    )
    select contract_id from made`);
  return contract_id;
}

/** Whose login a contact is, and how he signs in. */
export interface ContactLogin {
  readonly contract_id: number;
  readonly has_password: boolean;
  readonly has_second_step: boolean;
}

/** Finds whose login a contact is; locks it against a simultaneous confirmation. */
export async function loginOfContact(tx: Tx, { kind, address }: ContactAddress): Promise<ContactLogin | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${address}`}, 0))`);
  return tx.maybe(sql`
    select contract_id,
      exists (select from credential c where c.contract_id = login.contract_id) as has_password,
      exists (select from totp t where t.contract_id = login.contract_id and t.enabled_at is not null) as has_second_step
    from (${loginsAt({ kind, address })}) login limit 1`);
}

/** Whether a contract signs in by this contact. */
export const signsInBy = async (tx: Tx, contractId: number, at: ContactAddress): Promise<boolean> =>
  (await tx.maybe(sql`select from (${loginsAt(at)}) login where contract_id = ${contractId} limit 1`)) !== undefined;

const loginsAt = ({ kind, address }: ContactAddress) => sql`
  select contract_id from contact where kind = ${kind} and value = ${address} and state = 'active'
  union all
  select contract_id from further_contact
  where kind = ${kind} and address = ${address} and role = 'owner' and confirmed_at is not null`;
