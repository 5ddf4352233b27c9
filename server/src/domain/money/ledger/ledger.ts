import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** The provider's own accounts: where money comes from and goes to. */
export type ProviderAccount = 'acquirer' | 'cash' | 'revenue' | 'correction' | 'external';

export interface LedgerEntry {
  readonly accountId: number;
  /** Kopecks, never 0; positive is credited to the account, negative is debited. */
  readonly amount: Kopecks;
  /** Shown to the client in the history. */
  readonly text: string;
  readonly method?: 'sbp' | 'card' | 'cash' | 'bank' | 'transfer' | 'promised';
  readonly userId?: number;
  readonly phoneNumber?: string;
  readonly period?: string;
}

export interface Transaction {
  readonly kind: 'payment' | 'charge' | 'refund' | 'correction' | 'opening';
  /** The external fact that causes it; unique. */
  readonly reference: string;
  /** The provider's day that it belongs to. */
  readonly day: Day;
  readonly happenedAt: Date;
  readonly corrects?: number;
  /** Whether it is a correction that takes a whole payment back, cash on its own day; only one, and even below the credit limit. */
  readonly isReversal?: boolean;
  /** Their sum must be zero; PostgreSQL refuses them otherwise. */
  readonly entries: readonly LedgerEntry[];
}

/**
 * Moves money; nothing else does. Returns the id of the transaction; undefined if its reference already exists. A debit
 * beyond the credit limit fails with the constraint `account_within_credit_limit`.
 */
export async function post(tx: Tx, transaction: Transaction): Promise<number | undefined> {
  const { kind, reference, day, happenedAt, corrects, isReversal = false, entries } = transaction;
  const rows = entries.map((entry) => ({
    account_id: entry.accountId,
    amount_kopecks: entry.amount,
    text: entry.text,
    method: entry.method ?? null,
    user_id: entry.userId ?? null,
    phone_number: entry.phoneNumber ?? null,
    period: entry.period ?? null,
  }));
  // One statement, because the sum of the whole transaction is checked at its end.
  const made = await tx.maybe<{ transaction_id: number }>(sql`
    with made as (
      insert into ledger_transaction (kind, reference, day, happened_at, corrects_transaction_id, is_reversal)
      values (${kind}, ${reference}, ${day}, ${happenedAt}, ${corrects ?? null}, ${isReversal})
      on conflict (reference) do nothing
      returning transaction_id
    ), entered as (
      insert into ledger_entry
        (transaction_id, account_id, amount_kopecks, day, happened_at, text, method, user_id, phone_number, period, is_return)
      select made.transaction_id, e.account_id, e.amount_kopecks, ${day}::date, ${happenedAt}::timestamptz,
        e.text, e.method, e.user_id, e.phone_number, e.period,
        (select a.contract_id from account a where a.account_id = e.account_id) is not null
          and gives_back(${kind}, ${corrects ?? null}, e.account_id, e.amount_kopecks)
      from made cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e
        (account_id bigint, amount_kopecks bigint, text text, method text, user_id bigint, phone_number text, period text)
    )
    select transaction_id from made`);
  return made?.transaction_id;
}

/** The provider's account of that kind; created if it does not exist yet. */
export async function providerAccount(tx: Tx, kind: ProviderAccount): Promise<number> {
  const found = sql`select account_id from account where kind = ${kind} and contract_id is null order by account_id limit 1`;
  const known = await tx.maybe<{ account_id: number }>(found);
  if (known) return known.account_id;
  await tx.run(sql`insert into account (kind, account_no) values (${kind}, ${kind}) on conflict do nothing`);
  return (await tx.one<{ account_id: number }>(found)).account_id;
}
