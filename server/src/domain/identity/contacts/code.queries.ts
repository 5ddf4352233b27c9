import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { ContactAddress } from './address.rules.ts';
import { MOST_CODE_TRIES, UNUSED_COUNT_FOR_MS } from './code.rules.ts';

/** What a code is for: one purpose of one contract. */
export interface CodeFor {
  readonly contractId: number;
  readonly purpose: string;
}

/** A code that somebody asks for. */
export interface AskedCode extends CodeFor, ContactAddress {
  /** Whether anybody who knows a login can ask for it: it counts apart from what the owner asks for. */
  readonly isByStranger: boolean;
}

/** What the limits (R-21) say of a code that is asked for. */
export interface CodeLimits {
  readonly last_sent_at: Instant | null;
  /** Codes that strangers have asked for since one was used. */
  readonly unused: number;
  /** For each limit that is reached: the code whose day must end first; null for the others. */
  readonly of_purpose: Instant | null;
  readonly to_address: Instant | null;
  readonly of_contract: Instant | null;
}

interface Most {
  readonly ofPurpose: number;
  readonly toAddress: number;
  readonly ofContract: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Of so many codes since a moment the first; null if there are fewer. */
const firstOf = (most: number, since: Date, which: Sql): Sql => sql`(
  select sent_at from contact_code where sent_at > ${since} and ${which} order by sent_at desc offset ${most - 1} limit 1)`;

/** Reads the limits. Locks the contract and the address, so that their requests run one after another. */
export async function codeLimitsOf(
  tx: Tx,
  { contractId, purpose, kind, address, isByStranger }: AskedCode,
  most: Most,
  now: Date,
): Promise<CodeLimits> {
  await tx.one(sql`select contract_id from contract where contract_id = ${contractId} for no key update`);
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${address}`}, 0))`);
  const day = new Date(now.getTime() - DAY_MS);
  const same = sql`by_stranger = ${isByStranger}`;
  const ofPurpose = sql`contract_id = ${contractId} and purpose = ${purpose}`;
  // Codes that others want to send to a contact of this contract do not count for its owner.
  const toAddress = sql`address = ${address} and ${same} and (contract_id = ${contractId} or not exists (
    select from contact where contract_id = ${contractId} and kind = ${kind} and value = ${address} and state = 'active'
    union all
    select from further_contact
    where contract_id = ${contractId} and kind = ${kind} and address = ${address} and confirmed_at is not null))`;
  return tx.one(sql`
    select
      (select max(sent_at) from contact_code where ${isByStranger ? toAddress : ofPurpose}) as last_sent_at,
      (select count(*) from contact_code
        where ${toAddress} and by_stranger and sent_at > ${new Date(now.getTime() - UNUSED_COUNT_FOR_MS)}
          and sent_at > coalesce((select max(spent_at) from contact_code where ${toAddress}), '-infinity')) as unused,
      ${firstOf(most.ofPurpose, day, ofPurpose)} as of_purpose,
      ${firstOf(most.toAddress, day, toAddress)} as to_address,
      ${firstOf(most.ofContract, day, sql`contract_id = ${contractId} and ${same}`)} as of_contract`);
}

/** Of the last so many text messages with codes within an hour the first; undefined if there were fewer. */
export const firstOfHour = async (
  tx: Tx,
  { most, isByStranger }: { readonly most: number; readonly isByStranger: boolean },
  now: Date,
): Promise<Instant | undefined> => {
  const found = firstOf(most, new Date(now.getTime() - HOUR_MS), sql`kind = 'phone' and by_stranger = ${isByStranger}`);
  return (await tx.one<{ first: Instant | null }>(sql`select ${found} as first`)).first ?? undefined;
};

/** Text messages with codes within the last hour, by who asked. */
export const codesOfHour = (tx: Tx, now: Date): Promise<{ by_stranger: boolean; count: number }[]> =>
  tx.rows(sql`
    select by_stranger, count(*)::integer as count from contact_code
    where kind = 'phone' and sent_at > ${new Date(now.getTime() - HOUR_MS)} group by by_stranger`);

export const countContracts = async (tx: Tx): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*)::integer as count from contract`)).count;

export async function insertCode(
  tx: Tx,
  { contractId, purpose }: CodeFor,
  { kind, address }: ContactAddress,
  { hash, now, expiresAt }: { hash: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into contact_code (contract_id, kind, address, purpose, code_hash, sent_at, expires_at)
    values (${contractId}, ${kind}, ${address}, ${purpose}, ${hash}, ${now}, ${expiresAt})`);
}

export interface WaitingCode {
  readonly address: string;
  readonly sent_at: Instant;
  readonly expires_at: Instant;
  readonly tries: number;
}

/** The latest code, if it can still be used. */
export const waitingCode = (tx: Tx, { contractId, purpose }: CodeFor, now: Date): Promise<WaitingCode | undefined> =>
  tx.maybe(sql`
    select address, sent_at, expires_at, tries from (
      select * from contact_code where contract_id = ${contractId} and purpose = ${purpose}
      order by contact_code_id desc limit 1) latest
    where spent_at is null and tries < ${MOST_CODE_TRIES} and expires_at > ${now}`);

export interface TriedCode {
  readonly contact_code_id: number;
  readonly address: string;
  readonly code_hash: string;
  /** Tries of the code so far, including this one. */
  readonly tries: number;
}

/** Uses one try of the latest code; none if it is spent, expired or out of tries. Earlier codes are not valid. */
export const tryCode = (tx: Tx, { contractId, purpose }: CodeFor, now: Date): Promise<TriedCode | undefined> =>
  tx.maybe(sql`
    update contact_code set tries = tries + 1
    where contact_code_id = (
        select max(contact_code_id) from contact_code
        where contract_id = ${contractId} and purpose = ${purpose})
      and spent_at is null and tries < ${MOST_CODE_TRIES} and expires_at > ${now}
    returning contact_code_id, address, code_hash, tries`);

/** The same for the latest code after it was spent, because the client repeats a request whose reply was lost. */
export const trySpentCode = (tx: Tx, { contractId, purpose }: CodeFor, now: Date): Promise<TriedCode | undefined> =>
  tx.maybe(sql`
    update contact_code set tries = tries + 1
    where contact_code_id = (
        select max(contact_code_id) from contact_code
        where contract_id = ${contractId} and purpose = ${purpose})
      and spent_at is not null and tries < ${MOST_CODE_TRIES} and expires_at > ${now}
    returning contact_code_id, address, code_hash, tries`);

/** Spends a code; true only for the first who does. A code that another one has replaced meanwhile is not spent. */
export const spend = async (tx: Tx, of: CodeFor, codeId: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update contact_code set spent_at = ${now}
    where contact_code_id = ${codeId} and spent_at is null and contact_code_id = (
      select max(contact_code_id) from contact_code
      where contract_id = ${of.contractId} and purpose = ${of.purpose})`)) > 0;
