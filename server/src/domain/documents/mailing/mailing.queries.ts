import type { Instant, Period } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { daysOf, type TelephoneDocument } from './mailing.rules.ts';

export interface MailingSettings {
  readonly address: string;
  readonly sends_invoice: boolean;
  readonly sends_calls: boolean;
}

export const settingsOf = (tx: Tx, contractId: number): Promise<MailingSettings | undefined> =>
  tx.maybe(sql`
    select address, sends_invoice, sends_calls from telephone_documents where contract_id = ${contractId}`);

/** Stores a new address; the choice of documents stays. */
export async function putAddress(tx: Tx, contractId: number, address: string, now: Date): Promise<void> {
  await tx.run(sql`
    insert into telephone_documents (contract_id, address, confirmed_at)
    values (${contractId}, ${address}, ${now})
    on conflict (contract_id) do update set address = excluded.address, confirmed_at = excluded.confirmed_at`);
}

/** Stores the choice of documents; false if no address is confirmed. */
export const putChoice = async (
  tx: Tx,
  contractId: number,
  { sends_invoice, sends_calls }: Omit<MailingSettings, 'address'>,
): Promise<boolean> =>
  (await tx.run(sql`
    update telephone_documents set sends_invoice = ${sends_invoice}, sends_calls = ${sends_calls}
    where contract_id = ${contractId}`)) > 0;

export interface SentDocument {
  readonly document: TelephoneDocument;
  readonly period: Period;
  readonly sent_at: Instant;
}

/** The latest letter with each document. */
export const latestSent = (tx: Tx, contractId: number): Promise<SentDocument[]> =>
  tx.rows(sql`
    select distinct on (document) document, period, coalesce(sent_at, ordered_at) as sent_at
    from telephone_mailing
    where contract_id = ${contractId} and sent_at is not null
    order by document, period desc`);

export interface OrderedDocument {
  readonly contract_id: number;
  readonly document: TelephoneDocument;
}

/**
 * Orders documents of a month that are chosen and not ordered yet; at most `limit` of them. A contract that ended has those of its last
 * month, and no later ones.
 */
export const orderDue = (tx: Tx, period: Period, now: Date, limit: number): Promise<OrderedDocument[]> =>
  tx.rows(sql`
    insert into telephone_mailing (contract_id, period, document, ordered_at)
    select d.contract_id, ${period}, document, ${now}::timestamptz
    from telephone_documents d
    cross join lateral (values ('invoice', d.sends_invoice), ('calls', d.sends_calls)) chosen (document, is_on)
    where is_on and not exists (
      select from account a where a.contract_id = d.contract_id and a.charged_outside
    ) and not exists (
      select from contract c where c.contract_id = d.contract_id and c.closed_on < ${daysOf(period).from}
    ) and not exists (
      select from telephone_mailing m
      where m.contract_id = d.contract_id and m.period = ${period} and m.document = chosen.document)
    order by d.contract_id, document
    limit ${limit}
    on conflict do nothing
    returning contract_id, document`);

interface DocumentKey {
  readonly contractId: number;
  readonly period: Period;
  readonly document: TelephoneDocument;
}

/** The key of a letter that is not sent yet. */
export const unsentKey = async (tx: Tx, { contractId, period, document }: DocumentKey): Promise<string | undefined> =>
  (
    await tx.maybe<{ letter_key: string }>(sql`
      select letter_key from telephone_mailing
      where contract_id = ${contractId} and period = ${period} and document = ${document} and sent_at is null`)
  )?.letter_key;

export async function noteSent(tx: Tx, { contractId, period, document }: DocumentKey, now: Date): Promise<void> {
  await tx.run(sql`
    update telephone_mailing set sent_at = ${now}
    where contract_id = ${contractId} and period = ${period} and document = ${document} and sent_at is null`);
}

/** Phone numbers and SIP lines of the contract that had calls in the month. */
export const linesWithCalls = async (tx: Tx, contractId: number, period: Period): Promise<string[]> =>
  (
    await tx.rows<{ number: string }>(sql`
      select l.number from call_line l
      where l.contract_id = ${contractId} and exists (
        select from call_month m where m.phone_number = l.number and m.period = ${period})
      order by l.number`)
  ).map(({ number }) => number);
