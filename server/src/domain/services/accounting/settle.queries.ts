import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** The most sessions that one transaction moves. */
export const SETTLED_AT_ONCE = 10_000;

const toSettle = (now: Date) => sql`
  select internet_session_id, stopped_at from internet_session
  where settled = 'infinity' and stopped_at < ${now}::timestamptz - interval '1 day'
  order by stopped_at limit ${SETTLED_AT_ONCE}`;

/** The months into which the next sessions move. */
export const monthsToSettle = async (tx: Tx, now: Date): Promise<string[]> =>
  (
    await tx.rows<{ month: string }>(sql`
      select distinct to_char(stopped_at at time zone 'UTC', 'YYYY-MM') as month from (${toSettle(now)}) s order by 1`)
  ).map(({ month }) => month);

/** Sessions may have come since the months were made; those of another month wait for the next time. */
const HAS_MONTH = sql`to_regclass('public.internet_session_' || to_char(old.stopped_at at time zone 'UTC', 'YYYY_MM')) is not null`;

/** Moves sessions that ended more than a day ago to their months; returns how many. The caller holds the place of folding. */
export async function settle(tx: Tx, now: Date): Promise<number> {
  await tx.run(sql`
    delete from session_reading r using (${toSettle(now)}) old
    where r.internet_session_id = old.internet_session_id and ${HAS_MONTH}`);
  return tx.run(sql`
    update internet_session s set settled = (s.stopped_at at time zone 'UTC')::date
    from (${toSettle(now)}) old
    where s.settled = 'infinity' and s.internet_session_id = old.internet_session_id and ${HAS_MONTH}`);
}

export const keepSessionMonth = (tx: Tx, day: string): Promise<number> =>
  tx.run(sql`select keep_session_month(${day}::date)`);

/** Makes the partition of a day of raw rows, if it is not there. */
export const keepAccountingDay = (tx: Tx, day: Day): Promise<number> =>
  tx.run(sql`select radius.keep_accounting_day(${day}::date)`);

/** Drops raw rows of days before this one, if they are folded. */
export const dropAccountingBefore = (tx: Tx, day: Day): Promise<number> =>
  tx.run(sql`select radius.drop_accounting_before(${day}::date)`);

/** Drops whole months before one. */
export async function dropMonthsBefore(tx: Tx, table: 'internet_session' | 'session_hour', month: Day): Promise<void> {
  await tx.run(sql`select drop_months_before(${table}, ${month}::date)`);
}

export const forgetFormerAddresses = (tx: Tx, before: Day): Promise<number> =>
  tx.run(sql`delete from session_former_address where used_until < ${before}::date`);

/** Leaves the last point of each day of the zone, of days before this one that are not thinned yet. */
export const thinHours = (tx: Tx, before: Date, zone: string): Promise<number> =>
  tx.run(sql`
    delete from session_hour h
    where h.hour >= ${before}::timestamptz - interval '8 days' and h.hour < ${before}
      and exists (
        select from session_hour later
        where later.internet_session_id = h.internet_session_id and later.hour > h.hour and later.hour <= h.hour + interval '1 day'
          and later.hour < ${before} and (later.hour at time zone ${zone})::date = (h.hour at time zone ${zone})::date)`);

/** The day by the clock of the database, which the raw rows go by. */
export const databaseDay = async (tx: Tx): Promise<Day> =>
  (await tx.one<{ day: Day }>(sql`select (now() at time zone 'UTC')::date as day`)).day;
