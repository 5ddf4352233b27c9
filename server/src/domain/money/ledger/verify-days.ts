import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { SIDES } from './sides.ts';

/** The sums by day do not say what the entries of a day do. */
interface DayFinding {
  readonly fault: 'day_differs';
  readonly subject: Day;
  readonly expected: number;
  readonly found: number;
}

/** Days whose sums for reports differ from their entries. */
export const differingDays = (tx: Tx): Promise<DayFinding[]> =>
  tx.rows(sql`
    with entered as (
      select e.day, case when ${SIDES.in} then 'paid' else 'charged' end as side,
        sum(case when e.is_return then -abs(e.amount_kopecks) else abs(e.amount_kopecks) end)::bigint as sum
      from ledger_entry e
      join ledger_transaction t using (transaction_id)
      join account a on a.account_id = e.account_id
      where a.contract_id is not null and t.kind <> 'opening'
      group by 1, 2
    ), kept as (
      select day, side, sum(given_kopecks - returned_kopecks)::bigint as sum from ledger_day group by 1, 2
    )
    select 'day_differs' as fault, coalesce(entered.day, kept.day) as subject, coalesce(entered.sum, 0) as expected,
      coalesce(kept.sum, 0) as found
    from entered full join kept on kept.day = entered.day and kept.side = entered.side
    where coalesce(entered.sum, 0) <> coalesce(kept.sum, 0)`);
