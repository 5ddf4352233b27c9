import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { MONTHS } from './uncharged.rules.ts';

/** The line of a month's calls: `due` has its `phone_number` and `period`. */
export const CALLS_TEXT = sql`'Разговоры за ' || (${MONTHS}::text[])[right(due.period, 2)::integer] || ', номер '
  || regexp_replace(due.phone_number, '^\\d{5}(\\d\\d)(\\d\\d)(\\d\\d)$', '\\1-\\2-\\3')`;

/**
 * Closes the accounts' calls of the months before the day: the sum of each number and SIP line becomes a one-time
 * charge of that day, once per number and period. Late calls of a closed period are charged next time as the
 * difference. Repeating it changes nothing. Returns the number of charges.
 */
export const closeCalls = (tx: Tx, accounts: readonly number[], day: Day): Promise<number> =>
  close(tx, accounts, day, sql`m.period < ${day.slice(0, 7)}`);

/** Closes the calls of all months, the running one too: the contract ends. Later calls are late ones of their month. */
export const closeAllCalls = (tx: Tx, accounts: readonly number[], day: Day): Promise<number> =>
  close(tx, accounts, day, sql`true`);

const close = (tx: Tx, accounts: readonly number[], day: Day, months: Sql): Promise<number> =>
  tx.run(sql`
    with line as materialized (
      select number, account_id, user_id from call_line where account_id = any(${accounts}::bigint[])
    ), due as (
      select m.phone_number, m.period, m.amount_kopecks, m.charges, m.amount_kopecks - m.charged_kopecks as more,
        line.account_id, line.user_id
      from line join call_month m on m.phone_number = line.number
      where ${months} and m.amount_kopecks > m.charged_kopecks
      order by m.phone_number, m.period
      for no key update of m
    ), closed as (
      update call_month m
      set charged_kopecks = due.amount_kopecks, charges = due.charges + 1
      from due
      where (m.phone_number, m.period) = (due.phone_number, due.period)
    )
    insert into one_time_charge
      (account_id, what, text, amount_kopecks, day, user_id, phone_number, service_from, service_until)
    select due.account_id,
      due.phone_number || ':calls:' || due.period || case when due.charges = 0 then '' else ':late-' || due.charges end,
      ${CALLS_TEXT} || case when due.charges = 0 then '' else ', поступили позже' end,
      due.more, ${day}, due.user_id, case when due.user_id is null then due.phone_number end,
      (due.period || '-01')::date, ((due.period || '-01')::date + interval '1 month')::date
    from due
    order by due.period, due.phone_number`);

/** Calls that `closeCalls` has not made charges of yet, a row of `UnchargedCalls` each; `owner` is a condition on `call_line` as `l`. */
export const unchargedCallsSql = (owner: Sql): Sql => sql`
  select l.account_id as "accountId", m.period, sum(m.amount_kopecks - m.charged_kopecks)::bigint as amount,
    m.charges > 0 as "isLate"
  from call_line l join call_month m on m.phone_number = l.number
  where ${owner} and m.amount_kopecks > m.charged_kopecks
  group by l.account_id, m.period, m.charges > 0`;
