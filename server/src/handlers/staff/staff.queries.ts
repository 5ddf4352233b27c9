import type { ActingRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { PARTS, type PartOf } from '#server/domain/payments/payment/payment.queries.ts';
import type { PaymentState } from '#server/domain/payments/payment/payment.rules.ts';

export async function hasContract(tx: Tx, contractId: number): Promise<boolean> {
  return (await tx.maybe(sql`select 1 from contract where contract_id = ${contractId}`)) !== undefined;
}

/** The same, with the contract locked; false if there is none. */
export async function lockContract(tx: Tx, contractId: number): Promise<boolean> {
  return (await tx.run(sql`select from contract where contract_id = ${contractId} for no key update`)) === 1;
}

/** The account of a client by its number, locked until the end of the transaction. */
export const lockClientAccount = (
  tx: Tx,
  accountNo: string,
): Promise<{ account_id: number; contract_id: number; kind: 'i' | 't' } | undefined> =>
  tx.maybe(sql`
    select account_id, c.contract_id, kind from account a join contract c using (contract_id)
    where account_no = ${accountNo} for no key update of a`);

interface NewNote {
  readonly contractId: number;
  readonly operator: string;
  readonly role: ActingRole;
  readonly text: string;
  /** When it was so, if it is told later. */
  readonly doneAt: Date | undefined;
}

/** A note of the staff; returns its number. */
export const insertNote = async (
  tx: Tx,
  { contractId, operator, role, text, doneAt }: NewNote,
  now: Date,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into staff_note (contract_id, made_at, operator, role, text, done_at)
      values (${contractId}, ${now}, ${operator}, ${role}, ${text}, ${doneAt ?? null}) returning staff_note_id as id`)
  ).id;

/** The newest message of a text to the client since a moment; `key` begins the keys of its messages. */
export const messageSince = (
  tx: Tx,
  contractId: number,
  key: string,
  since: Date,
): Promise<{ created_at: Instant } | undefined> =>
  tx.maybe(sql`
    select created_at from message
    where contract_id = ${contractId} and starts_with(notice_key, ${key}) and created_at > ${since}
    order by created_at desc limit 1`);

export async function countEntries(tx: Tx): Promise<{ transactions: number; entries: number }> {
  return tx.one(sql`
    select (select count(*) from ledger_transaction) as transactions, (select count(*) from ledger_entry) as entries`);
}

interface PaymentOfContract {
  readonly payment_id: string;
  readonly kind: 'i' | 't';
  readonly amount: Kopecks;
  readonly parts: PartOf[];
  readonly state: PaymentState;
  readonly acquirer: string;
  readonly external_id: string | null;
  readonly created_at: Instant;
}

const MOST_PAYMENTS = 50;

/** The latest payments ordered in the portal, newest first. */
export const paymentsOf = (tx: Tx, contractId: number): Promise<PaymentOfContract[]> =>
  tx.rows(sql`
    select p.payment_id, a.kind, p.amount_kopecks as amount, ${PARTS} as parts, p.state, p.acquirer, p.external_id, p.created_at
    from payment p join account a using (account_id)
    where a.contract_id = ${contractId} order by p.created_at desc, p.payment_id limit ${MOST_PAYMENTS}`);

interface ContractRow {
  readonly contract_id: number;
  readonly printed_no: string | null;
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'closed';
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
  readonly accounts: number[];
}

export const contractRows = (tx: Tx, ids: readonly number[]): Promise<ContractRow[]> =>
  tx.rows(sql`
    select contract_id, printed_no, client_name as name, state, t.name as town, s.name as street, house, flat,
      coalesce((select json_agg(account_id order by kind) from account a where a.contract_id = c.contract_id), '[]') as accounts
    from contract c join town t using (town_id) left join street s using (street_id)
    where contract_id = any(${ids}::bigint[])`);

/** What a charge has taken of clients. */
export const chargedBy = async (tx: Tx, transactionId: number): Promise<number> =>
  (
    await tx.one<{ charged: number }>(sql`
      select coalesce(-sum(amount_kopecks), 0)::bigint as charged
      from ledger_entry join account using (account_id)
      where transaction_id = ${transactionId} and contract_id is not null`)
  ).charged;

/** Accounts of a contract, `i` first. */
export const accountsOfContract = (tx: Tx, contractId: number): Promise<{ account_id: number; account_no: string }[]> =>
  tx.rows(sql`select account_id, account_no from account where contract_id = ${contractId} order by kind`);

/** Since when services of its accounts are off for debt. */
export const debtSince = (tx: Tx, contractId: number): Promise<{ account_id: number; debt_since: Instant | null }[]> =>
  tx.rows(sql`select account_id, debt_since from account where contract_id = ${contractId}`);
