import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import type { Address } from './address.rules.ts';
import { MOST_TRIES } from './code.rules.ts';

/** What a code is for: one purpose of one contract. */
export interface CodeFor {
  readonly contractId: number;
  readonly purpose: string;
}

/** Recent codes, for the limits (R-21). */
export interface SentCounts {
  readonly last_sent_at: Instant | null;
  readonly of_purpose: number;
  readonly to_address: number;
  readonly of_contract: number;
  /** Text messages of the whole system within an hour. */
  readonly of_hour: number;
}

/** Counts the codes of a day. Locks the contract and the address, so that their requests run one after another. */
export async function countSent(
  tx: Tx,
  { contractId, purpose }: CodeFor,
  address: string,
  now: Date,
): Promise<SentCounts> {
  await tx.one(sql`select contract_id from contract where contract_id = ${contractId} for no key update`);
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${address}`}, 0))`);
  const [day, hour] = [new Date(now.getTime() - 86_400_000), new Date(now.getTime() - 3_600_000)];
  return tx.one(sql`
    select
      (select max(sent_at) from contact_code
        where contract_id = ${contractId} and purpose = ${purpose}) as last_sent_at,
      (select count(*) from contact_code
        where contract_id = ${contractId} and purpose = ${purpose} and sent_at > ${day}) as of_purpose,
      (select count(*) from contact_code where address = ${address} and sent_at > ${day}) as to_address,
      (select count(*) from contact_code where contract_id = ${contractId} and sent_at > ${day}) as of_contract,
      (select count(*) from contact_code where kind = 'phone' and sent_at > ${hour}) as of_hour`);
}

export async function insertCode(
  tx: Tx,
  { contractId, purpose }: CodeFor,
  { kind, address }: Address,
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
    where spent_at is null and tries < ${MOST_TRIES} and expires_at > ${now}`);

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
      and spent_at is null and tries < ${MOST_TRIES} and expires_at > ${now}
    returning contact_code_id, address, code_hash, tries`);

/** The same for the latest code after it was spent, because the client repeats a request whose reply was lost. */
export const trySpentCode = (tx: Tx, { contractId, purpose }: CodeFor, now: Date): Promise<TriedCode | undefined> =>
  tx.maybe(sql`
    update contact_code set tries = tries + 1
    where contact_code_id = (
        select max(contact_code_id) from contact_code
        where contract_id = ${contractId} and purpose = ${purpose})
      and spent_at is not null and tries < ${MOST_TRIES} and expires_at > ${now}
    returning contact_code_id, address, code_hash, tries`);

/** Spends a code; true only for the first who does. A code that another one has replaced meanwhile is not spent. */
export const spend = async (tx: Tx, of: CodeFor, codeId: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update contact_code set spent_at = ${now}
    where contact_code_id = ${codeId} and spent_at is null and contact_code_id = (
      select max(contact_code_id) from contact_code
      where contract_id = ${of.contractId} and purpose = ${of.purpose})`)) > 0;
