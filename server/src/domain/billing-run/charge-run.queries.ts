import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export async function lastFinishedDay(tx: Tx): Promise<Day | undefined> {
  const row = await tx.maybe<{ day: Day }>(sql`
    select day from charge_run where finished_at is not null order by day desc limit 1`);
  return row?.day;
}

export const beginDay = (tx: Tx, day: Day, now: Date): Promise<number> =>
  tx.run(sql`insert into charge_run (day, started_at) values (${day}, ${now}) on conflict do nothing`);

export const finishDay = (tx: Tx, day: Day, now: Date): Promise<number> =>
  tx.run(sql`update charge_run set finished_at = ${now} where day = ${day} and finished_at is null`);

/** Records a failure. The account keeps its last charged day and catches up after the fault is fixed. */
export async function noteChargeFailure(tx: Tx, accountId: number, day: Day, error: string, now: Date): Promise<void> {
  await tx.run(sql`
    insert into charge_failure (account_id, day, error, happened_at) values (${accountId}, ${day}, ${error}, ${now})
    on conflict (account_id) do update set day = excluded.day, error = excluded.error, happened_at = excluded.happened_at`);
  await tx.run(sql`
    update account set charged_through = ${day}::date - 1 where account_id = ${accountId} and charged_through is null`);
}

export const failedAccounts = (tx: Tx): Promise<{ account_id: number; day: Day }[]> =>
  tx.rows(sql`select account_id, day from charge_failure order by account_id`);

export const clearFailure = (tx: Tx, accountId: number): Promise<number> =>
  tx.run(sql`delete from charge_failure where account_id = ${accountId}`);

interface DayRow {
  readonly day: Day;
  readonly started_at: Instant;
  readonly finished_at: Instant | null;
}

/** The latest days, newest first. */
export const latestDays = (tx: Tx): Promise<DayRow[]> =>
  tx.rows(sql`select day, started_at, finished_at from charge_run order by day desc limit 10`);

/** Accounts whose charging failed and needs investigation. */
export const failedCharges = (tx: Tx): Promise<{ account_no: string; day: Day; error: string }[]> =>
  tx.rows(sql`
    select account_no, day, error from charge_failure join account using (account_id) order by account_id limit 200`);
