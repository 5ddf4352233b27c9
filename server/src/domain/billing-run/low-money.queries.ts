import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { sql } from '#server/db/sql.ts';
import { unchargedCallsSql } from '#server/domain/services/calls/close-calls.ts';

/** The last account that the run of the day has checked; locks the run until the transaction ends. Undefined if it is finished. */
export async function lockRun(tx: Tx, day: Day): Promise<number | undefined> {
  await tx.run(sql`insert into low_money_run (day) values (${day}) on conflict do nothing`);
  const run = await tx.maybe<{ after_account: number }>(sql`
    select after_account from low_money_run where day = ${day} and finished_at is null for update`);
  return run?.after_account;
}

export async function noteChecked(tx: Tx, day: Day, after: number): Promise<void> {
  await tx.run(sql`update low_money_run set after_account = ${after} where day = ${day}`);
}

export async function finishRun(tx: Tx, day: Day, now: Date): Promise<void> {
  await tx.run(sql`update low_money_run set finished_at = ${now} where day = ${day}`);
}

/** The next accounts by id; `is_left_out`: in debt already, topped up by an autopayment, or charged by another billing. */
export const nextPayers = (
  tx: Tx,
  after: number,
  most: number,
): Promise<{ account_id: number; contract_id: number; is_left_out: boolean }[]> =>
  tx.rows(sql`
    select a.account_id, c.contract_id, a.debt_since is not null or a.charged_outside or exists (
      select from autopayment p where p.account_id = a.account_id and p.state = 'active') as is_left_out
    from account a join contract c using (contract_id) where a.account_id > ${after}
    order by a.account_id limit ${most}`);

/** What the calls made so far will cost on a day at the latest, per account; accounts without any are absent. */
export const callsDue = (
  tx: Tx,
  accounts: readonly number[],
  day: Day,
): Promise<{ account_id: number; calls: Kopecks; means: Kopecks }[]> =>
  tx.rows(sql`
    select a.account_id, sum(made.amount)::bigint as calls, a.balance_kopecks + a.credit_limit_kopecks as means
    from (${unchargedCallsSql(sql`l.account_id = any(${accounts}::bigint[])`)}) made
    join account a on a.account_id = made."accountId"
    where made.period < ${day.slice(0, 7)}
    group by a.account_id`);
