import { daysBetween, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** After a longer standstill the operator begins: the clock may have jumped instead. */
export const MOST_DAYS = 31;

/**
 * The last day that the run has charged, if that was more than a month ago. A demo charges nobody's money, so it makes up for any
 * standstill.
 */
export async function chargedLongAgo(tx: Tx, today: Day): Promise<Day | undefined> {
  const last = await tx.maybe<{ day: Day }>(sql`
    select day from charge_run where finished_at is not null and not exists (select from demo_mark)
    order by day desc limit 1`);
  return last && daysBetween(last.day, today) > MOST_DAYS ? last.day : undefined;
}
