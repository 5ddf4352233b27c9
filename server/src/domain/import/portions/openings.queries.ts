import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { FormerLine, ImportedAccountRow } from '../contracts.queries.ts';

/** Inserts accounts with a credit limit that allows any debt; `setCreditLimits` sets the real one. */
export const insertAccounts = (tx: Tx, accounts: readonly ImportedAccountRow[]): Promise<number> =>
  tx.run(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
        as g (kind text, contract_id bigint, account_no text, credit_limit bigint, opening bigint)
    ), made as (
      insert into account (kind, contract_id, account_no, credit_limit_kopecks)
      select kind, contract_id, account_no, greatest(credit_limit, -opening) from given
      returning account_id, account_no
    )
    insert into import_opening (account_id, opening_kopecks, credit_limit_kopecks)
    select account_id, opening, credit_limit from made join given using (account_no)`);

/** The accounts of these numbers that this import has brought. */
export const newAccounts = (
  tx: Tx,
  numbers: readonly string[],
): Promise<{ account_no: string; account_id: number }[]> =>
  tx.rows(sql`
    select account_no, account_id from account join import_opening using (account_id)
    where account_no = any(${numbers}::text[])`);

export interface NewFormerLine extends Omit<FormerLine, 'account_no'> {
  readonly account_id: number;
}

/** Keeps lines of new accounts until they are entered with the balances. */
export const keepFormerLines = (tx: Tx, lines: readonly NewFormerLine[]): Promise<number> =>
  tx.run(sql`
    insert into import_former (account_id, operation, day, kind, amount_kopecks, text, method)
    select account_id, operation, day, kind, amount, text, method
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as g (account_id bigint, operation text, day date, kind text, amount bigint, text text, method text)`);

/** The last of each this many new accounts, in their order. */
export const lastOfEach = (tx: Tx, many: number): Promise<{ account_id: number }[]> =>
  tx.rows(sql`
    select max(account_id)::bigint as account_id
    from (select account_id, (row_number() over (order by account_id) - 1) / ${many}::integer as part from import_opening) numbered
    group by part order by part`);

/**
 * Enters the balances of these new accounts and the lines before them, each against the provider's account of corrections, in one
 * statement: on the way an account may owe more than it may. With lines, what was there before them is entered on the last day of the month
 * before.
 */
export const openBalances = (
  tx: Tx,
  { after, last }: { readonly after: number; readonly last: number },
  { against, today, now, zone }: { against: number; today: Day; now: Date; zone: string },
): Promise<number> =>
  tx.run(sql`
    with former as materialized (
      select * from import_former where account_id > ${after}::bigint and account_id <= ${last}::bigint
    ), fact as (
      select a.account_id, 'opening' as kind, 'opening:' || account_no as reference, 'Остаток на начало учёта' as text, null as method,
        o.opening_kopecks - coalesce(f.sum, 0) as amount, coalesce(date_trunc('month', f.first)::date - 1, ${today}::date) as day
      from import_opening o join account a using (account_id)
      left join (
        select account_id, sum(amount_kopecks)::bigint as sum, min(day) as first from former group by account_id
      ) f using (account_id)
      where o.account_id > ${after}::bigint and o.account_id <= ${last}::bigint and o.opening_kopecks <> coalesce(f.sum, 0)
      union all
      select account_id, kind, 'former:' || account_id || ':' || operation, text, method, amount_kopecks, day from former
    ), line as materialized (
      select nextval(pg_get_serial_sequence('ledger_transaction', 'transaction_id')) as transaction_id,
        least((day + time '12:00') at time zone ${zone}, ${now}::timestamptz) as happened_at, fact.*
      from (select * from fact order by day, reference) fact
    ), posted as (
      insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
      select transaction_id, kind, reference, day, happened_at from line
    )
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, method, is_return)
    select transaction_id, side.account_id, side.amount, day, happened_at, text, side.method, side.is_return
    from line cross join lateral (values
      (account_id, amount, method, gives_back(kind, null, account_id, amount)),
      (${against}::bigint, -amount, null, false)
    ) side (account_id, amount, method, is_return)
    order by transaction_id`);

export const setCreditLimits = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update account a set credit_limit_kopecks = o.credit_limit_kopecks from import_opening o
    where a.account_id = o.account_id and a.credit_limit_kopecks <> o.credit_limit_kopecks`);
