import { feesIn } from '#server/domain/billing/fee/fee.queries.ts';
import { sql } from '#server/db/sql.ts';
import type { Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';

/** Marks all accounts as charged for today, as in the history; the provider's next day is tomorrow. */
export async function markCharged(client: pg.ClientBase, today: Day): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'select account_id::int as id from account where contract_id is not null and charged_through is null',
  );
  const accounts = rows.map(({ id }) => id);
  const marks = sql`
    with ${feesIn({ accounts })}, span as (
      select fee.*,
        case unit when 'day' then ${today}::date else period_start(${today}::date, billing_day) end as since,
        case unit when 'day' then ${today}::date + 1 else period_end(${today}::date, billing_day) end as charged_until
      from fee join account using (account_id) join contract using (contract_id)
      where (from_day is null or from_day <= ${today}) and (until_day is null or ${today} < until_day)
        and situation not in ('connecting', 'paused', 'operator')
    )
    insert into fee_charged (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id)
    select span.account_id, what, sold_id, since, charged_until, coalesce(-e.amount_kopecks, 0), t.transaction_id
    from span
    left join ledger_transaction t
      on t.reference = 'charge:' || what || ':' || to_char(since, case unit when 'day' then 'YYYY-MM-DD' else 'YYYY-MM' end)
    left join ledger_entry e on e.transaction_id = t.transaction_id and e.account_id = span.account_id`;
  await client.query(marks.text, [...marks.values]);
  const inDebt = `select account_id, min(state_since) as since from service_user where reason = 'debt' group by account_id`;
  await client.query(
    `update account a set charged_through = $1,
       debt_since = coalesce((select since from (${inDebt}) debt where debt.account_id = a.account_id),
         (select $1::date::timestamptz from phone_number n where n.account_id = a.account_id and n.reason = 'debt' limit 1))
     where a.account_id = any($2)`,
    [today, accounts],
  );
  await client.query(
    'insert into charge_run (day, started_at, finished_at) values ($1, now(), now()) on conflict do nothing',
    [today],
  );
}
