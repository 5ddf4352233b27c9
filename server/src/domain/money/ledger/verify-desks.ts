import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** A fault of a desk or of one of its shifts. */
interface DeskFinding {
  readonly fault: 'shift_differs' | 'desk_differs';
  readonly subject: string;
  readonly expected: number;
  readonly found: number;
}

/**
 * Shifts and drawers: what a closed shift has left is what was there and what its lines say; the next one begins with that; the account
 * of a desk has no other lines.
 */
export const wrongDesks = (tx: Tx): Promise<DeskFinding[]> =>
  tx.rows(sql`
    with shift as (
      select s.shift_id, d.desk_id, d.name || ' ' || s.number as subject, s.carried_kopecks as carried, s.left_kopecks as remains,
        lag(s.left_kopecks, 1, 0) over (partition by d.desk_id order by s.number) as before, coalesce((
          select -sum(e.amount_kopecks) from cash_operation o join ledger_entry e on e.transaction_id = o.transaction_id
          where o.shift_id = s.shift_id and e.account_id = d.account_id), 0)::bigint as moved
      from cash_shift s join cash_desk d using (desk_id)
    )
    select 'shift_differs' as fault, subject, carried + moved as expected, remains as found
    from shift where remains <> carried + moved
    union all
    select 'shift_differs', subject, before, carried from shift where carried <> before
    union all
    select 'desk_differs', d.name, coalesce((select sum(moved) from shift where shift.desk_id = d.desk_id), 0)::bigint,
      coalesce((select -sum(e.amount_kopecks) from ledger_entry e where e.account_id = d.account_id), 0)::bigint
    from cash_desk d
    where coalesce((select sum(moved) from shift where shift.desk_id = d.desk_id), 0) <>
      coalesce((select -sum(e.amount_kopecks) from ledger_entry e where e.account_id = d.account_id), 0)`);
