import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Puts the rows of days that entries have added since together, row by row of a cause: the sums stay as they are. */
export const foldDays = (tx: Tx): Promise<number> =>
  tx.run(sql`
    with loose as (
      select distinct day from ledger_day where not is_folded
    ), gone as (
      delete from ledger_day d using loose where d.day = loose.day returning d.*
    )
    insert into ledger_day (day, side, what, plan_id, given_kopecks, returned_kopecks, lines, is_folded)
    select day, side, what, plan_id, sum(given_kopecks), sum(returned_kopecks), sum(lines), true
    from gone group by day, side, what, plan_id`);

/** Where the count of a day has come to; undefined if it is finished. */
export async function revenueRun(tx: Tx, day: Day): Promise<{ after: number } | undefined> {
  await tx.run(sql`insert into revenue_run (day) values (${day}) on conflict do nothing`);
  return tx.maybe(sql`select after_contract as after from revenue_run where day = ${day} and finished_at is null`);
}

export const nextContracts = (tx: Tx, after: number, most: number): Promise<{ contract_id: number }[]> =>
  tx.rows(sql`
    select contract_id from contract where contract_id > ${after} and state <> 'closed' order by contract_id limit ${most}`);

interface Counted {
  readonly day: Day;
  readonly after: number;
  readonly last: number;
  readonly sum: Kopecks;
}

/** Adds a part; whoever has counted the same part meanwhile has added it already. */
export const addPart = (tx: Tx, { day, after, last, sum }: Counted): Promise<number> =>
  tx.run(sql`
    update revenue_run set after_contract = ${last}, ahead_kopecks = ahead_kopecks + ${sum}
    where day = ${day} and after_contract = ${after} and finished_at is null`);

/** Ends the count; older ones are needed by nobody. */
export async function finishCount(tx: Tx, day: Day, now: Date): Promise<void> {
  await tx.run(sql`update revenue_run set finished_at = ${now} where day = ${day}`);
  await tx.run(sql`delete from revenue_run where day < ${day}::date - 7`);
}
