import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { LINES_OF_ACCOUNT } from '../contracts.queries.ts';
import { changedRows, orStay, type ChangedRows } from './catalogue-changes.queries.ts';

export interface ChangedContract {
  readonly contract: number;
  readonly printed_no: string | null;
  readonly town_id: number;
  readonly street_id: number | null;
  readonly house: string;
  readonly flat: string | null;
  readonly billing_day: number;
  readonly opened_on: Day;
  readonly phone: string | null;
  readonly email: string | null;
}

/** Address and days of contracts, and contacts: the provider says that they are confirmed. An empty contact changes nothing. */
export async function changeContracts(tx: Tx, rows: ChangedRows<ChangedContract>, now: Date): Promise<void> {
  const given = changedRows(rows);
  await tx.run(sql`
    update contract c set
      printed_no = ${orStay('printed_no', sql`g.printed_no`, sql`c.printed_no`)},
      town_id = ${orStay('town', sql`g.town_id`, sql`c.town_id`)},
      street_id = case when g.changed && array['town', 'street'] then g.street_id else c.street_id end,
      house = ${orStay('house', sql`g.house`, sql`c.house`)},
      flat = ${orStay('flat', sql`g.flat`, sql`c.flat`)},
      billing_day = ${orStay('billing_day', sql`g.billing_day`, sql`c.billing_day`)},
      opened_on = ${orStay('opened_on', sql`g.opened_on`, sql`c.opened_on`)},
      version = c.version + 1
    from jsonb_to_recordset(${given}::jsonb)
      as g (contract bigint, printed_no text, town_id integer, street_id integer, house text, flat text, billing_day integer, opened_on date, changed text[])
    where c.contract_id = g.contract`);
  await tx.run(sql`
    insert into contact (contract_id, kind, value, state, confirmed_at)
    select contract, kind, value, 'active', ${now}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as g (contract bigint, phone text, email text, changed text[])
    cross join lateral (values ('phone', phone), ('email', email)) one (kind, value)
    where value is not null and kind = any(changed)
    on conflict (contract_id, kind) do update set value = excluded.value, state = 'active', confirmed_at = excluded.confirmed_at`);
}

export interface ChangedAccount {
  readonly account: string;
  readonly balance: Kopecks;
  readonly credit_limit: Kopecks;
}

/** Raises the credit limits for the time of the correction: a balance may go below the present one. */
export async function changeAccounts(
  tx: Tx,
  rows: ChangedRows<ChangedAccount>,
  { against, day, now }: { readonly against: number; readonly day: Day; readonly now: Date },
): Promise<void> {
  const limits = await tx.rows<{ account_id: number; kept: Kopecks }>(sql`
    select account_id, credit_limit_kopecks as kept from account
    where account_no = any(${rows.map(({ row }) => row.account)}::text[])
    for update`);
  const given = sql`
    select a.account_id, g.* from jsonb_to_recordset(${changedRows(rows)}::jsonb)
      as g (account text, balance bigint, credit_limit bigint, changed text[])
    join account a on a.account_no = g.account`;
  await tx.run(sql`
    update account a set credit_limit_kopecks = a.credit_limit_kopecks + abs(a.balance_kopecks) + abs(g.balance)
    from (${given}) g where a.account_id = g.account_id and 'balance' = any(g.changed)`);
  await correctOpenings(tx, rows, { against, day, now });
  await tx.run(sql`
    update account a
    set credit_limit_kopecks = ${orStay('credit_limit', sql`g.credit_limit + a.promised_kopecks`, sql`l.kept`)}
    from (${given}) g
    join jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as l (account_id bigint, kept bigint) using (account_id)
    where a.account_id = g.account_id`);
}

/** Enters what the opening balance has grown by, against the provider's account of corrections. */
const correctOpenings = (
  tx: Tx,
  rows: ChangedRows<ChangedAccount>,
  { against, day, now }: { readonly against: number; readonly day: Day; readonly now: Date },
): Promise<number> =>
  tx.run(sql`
    with line as materialized (
      select nextval(pg_get_serial_sequence('ledger_transaction', 'transaction_id')) as transaction_id, a.account_id,
        'opening-again:' || a.account_id || ':' || said.turns + 1 as reference, g.balance - said.sum as amount
      from jsonb_to_recordset(${changedRows(rows)}::jsonb) as g (account text, balance bigint, changed text[])
      join account a on a.account_no = g.account
      cross join lateral (
        select count(*) filter (where starts_with(reference, 'opening-again:')) as turns,
          coalesce(sum(amount_kopecks) filter (where reference = 'opening:' || a.account_no
            or starts_with(reference, 'opening-again:') or starts_with(reference, 'former:' || a.account_id || ':')), 0)::bigint as sum
        from ${LINES_OF_ACCOUNT} line
      ) said
      where 'balance' = any(g.changed)
    ), posted as (
      insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
      select transaction_id, 'opening', reference, ${day}::date, ${now}::timestamptz from line where amount <> 0
    )
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, is_return)
    select transaction_id, side.account_id, side.amount, ${day}::date, ${now}::timestamptz,
      'Остаток на начало учёта, уточнение', side.is_return
    from line cross join lateral (values
      (account_id, amount, gives_back('opening', null, account_id, amount)),
      (${against}::bigint, -amount, false)
    ) side (account_id, amount, is_return)
    where line.amount <> 0
    order by transaction_id`);
