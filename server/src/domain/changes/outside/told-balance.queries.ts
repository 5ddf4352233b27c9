import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { uncountedMoney } from '#server/domain/billing/outside/request.queries.ts';

export interface ToldAccountRow {
  readonly account_id: number;
  readonly account_no: string;
  /** What was told last; null if nothing was. */
  readonly version: number | null;
  readonly told: Kopecks | null;
  readonly counted_to: number | null;
  readonly is_external: boolean;
}

/** Accounts of clients by their numbers, locked by id until the end of the transaction. */
export async function lockTold(tx: Tx, numbers: readonly string[]): Promise<ToldAccountRow[]> {
  await tx.run(sql`
    select from account where account_no = any(${numbers}::text[]) and contract_id is not null
    order by account_id for no key update`);
  return tx.rows(sql`
    select a.account_id, a.account_no, t.version, t.balance_kopecks as told, t.counted_to, a.charged_outside as is_external
    from account a left join billing_told_balance t using (account_id)
    where a.account_no = any(${numbers}::text[]) and a.contract_id is not null`);
}

/** Those of the requests that are about money of these accounts, as «account request». */
export async function ownRequests(
  tx: Tx,
  asked: readonly { readonly account_id: number; readonly request_no: number }[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ key: string }>(sql`
    select r.account_id || ' ' || r.request_no as key
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as g (account_id bigint, request_no bigint)
    join billing_request r on r.request_no = g.request_no and r.account_id = g.account_id and r.amount_kopecks is not null`);
  return new Set(rows.map(({ key }) => key));
}

export interface ToldBalance {
  readonly account_id: number;
  readonly version: number;
  readonly balance: Kopecks;
  readonly counted_to: number;
}

export const keepTold = (tx: Tx, told: readonly ToldBalance[], now: Date): Promise<number> =>
  tx.run(sql`
    insert into billing_told_balance (account_id, version, balance_kopecks, counted_to, told_at)
    select g.account_id, g.version, g.balance, g.counted_to, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as g (account_id bigint, version bigint, balance bigint, counted_to bigint)
    on conflict (account_id) do update set version = excluded.version, balance_kopecks = excluded.balance_kopecks,
      counted_to = excluded.counted_to, told_at = excluded.told_at`);

export interface ToldLine {
  readonly account_id: number;
  readonly reference: string;
  readonly kind: 'charge' | 'payment' | 'correction';
  readonly day: Day;
  readonly amount: Kopecks;
  readonly text: string;
}

/** Enters lines against the account of the other billing, each once by its reference; returns how many are new. */
export const postTold = (
  tx: Tx,
  lines: readonly ToldLine[],
  { against, now }: { readonly against: number; readonly now: Date },
): Promise<number> =>
  tx.run(sql`
    with line as materialized (
      select nextval(pg_get_serial_sequence('ledger_transaction', 'transaction_id')) as transaction_id, g.*
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as g (account_id bigint, reference text, kind text, day date, amount bigint, text text)
      where not exists (select from ledger_transaction t where t.reference = g.reference)
    ), posted as (
      insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
      select transaction_id, kind, reference, day, ${now}::timestamptz from line
    )
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, is_return)
    select transaction_id, side.account_id, side.amount, day, ${now}::timestamptz, text, side.is_return
    from line cross join lateral (values
      (account_id, amount, gives_back(kind, null, account_id, amount)),
      (${against}::bigint, -amount, false)
    ) side (account_id, amount, is_return)
    order by transaction_id`);

/** What each account lacks to what was told of it, with the money that the told balance does not contain yet. */
export const differencesToTold = (
  tx: Tx,
  accounts: readonly number[],
): Promise<{ account_id: number; version: number; amount: Kopecks }[]> =>
  tx.rows(sql`
    select * from (
      select a.account_id, t.version,
        (t.balance_kopecks + ${uncountedMoney(sql`a.account_id`, sql`t.counted_to`)} - a.balance_kopecks)::bigint as amount
      from account a join billing_told_balance t using (account_id)
      where a.account_id = any(${accounts}::bigint[])) differing
    where amount <> 0 order by account_id`);
