import type { Day, Instant, Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

// All money of reports comes from `ledger_day`, which the entries themselves keep: a report reads the days it tells, however long the
// history is.

/** From a day up to another, without the last. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

export interface DaySum {
  readonly day: Day;
  readonly charged: Kopecks;
  readonly returned: Kopecks;
}

export const chargedByDay = (tx: Tx, { from, to }: DayRange): Promise<DaySum[]> =>
  tx.rows(sql`
    select day, sum(given_kopecks)::bigint as charged, sum(returned_kopecks)::bigint as returned
    from ledger_day where side = 'charged' and day >= ${from} and day < ${to} group by day order by day`);

/** What was charged less what was given back. */
export const revenueOf = async (tx: Tx, { from, to }: DayRange): Promise<Kopecks> =>
  (
    await tx.one<{ sum: Kopecks }>(sql`
      select coalesce(sum(given_kopecks - returned_kopecks), 0)::bigint as sum
      from ledger_day where side = 'charged' and day >= ${from} and day < ${to}`)
  ).sum;

/** The newest finished count of what the rest of its month will charge. */
export const countedAhead = (
  tx: Tx,
  { from, to }: DayRange,
): Promise<{ day: Day; ahead: Kopecks; counted_at: Instant | null } | undefined> =>
  tx.maybe(sql`
    select day, ahead_kopecks as ahead, finished_at as counted_at
    from revenue_run where finished_at is not null and day >= ${from} and day < ${to} order by day desc limit 1`);

export interface PlanSum {
  readonly service: string;
  readonly plan_id: number | null;
  readonly plan: string | null;
  readonly charged: Kopecks;
  readonly returned: Kopecks;
}

export const chargedByPlan = (tx: Tx, { from, to }: DayRange): Promise<PlanSum[]> =>
  tx.rows(sql`
    select s.service, s.plan_id, p.name as plan, s.charged, s.returned
    from (
      select what as service, plan_id, sum(given_kopecks)::bigint as charged, sum(returned_kopecks)::bigint as returned
      from ledger_day where side = 'charged' and day >= ${from} and day < ${to} group by what, plan_id
    ) s left join plan p using (plan_id)
    order by s.charged - s.returned desc, s.service, s.plan_id`);

export interface SourceSum {
  readonly day: Day;
  readonly source: string;
  readonly received: Kopecks;
  readonly returned: Kopecks;
  readonly lines: number;
}

export const paidByDay = (tx: Tx, { from, to }: DayRange): Promise<SourceSum[]> =>
  tx.rows(sql`
    select day, what as source, sum(given_kopecks)::bigint as received, sum(returned_kopecks)::bigint as returned,
      sum(lines)::integer as lines
    from ledger_day where side = 'paid' and day >= ${from} and day < ${to} group by day, what order by day, what`);

/** What was charged, month by month; months without a line are absent. */
export const revenueByMonth = (tx: Tx, { from, to }: DayRange): Promise<{ month: Period; revenue: Kopecks }[]> =>
  tx.rows(sql`
    select to_char(day, 'YYYY-MM') as month, sum(revenue)::bigint as revenue
    from (
      select day, sum(given_kopecks - returned_kopecks) as revenue
      from ledger_day where side = 'charged' and day >= ${from} and day < ${to} group by day
    ) of_day
    group by 1 order by 1`);

export interface MonthMoves {
  readonly month: Period;
  readonly opened: number;
  readonly closed: number;
  readonly connected: number;
  readonly ended: number;
}

/** Contracts that were opened and closed, services that were connected and that ended, month by month. */
export const movesByMonth = (tx: Tx, { from, to }: DayRange): Promise<MonthMoves[]> =>
  tx.rows(sql`
    select to_char(day, 'YYYY-MM') as month, coalesce(sum(count) filter (where what = 'opened'), 0)::integer as opened,
      coalesce(sum(count) filter (where what = 'closed'), 0)::integer as closed, coalesce(sum(count) filter (where what = 'connected'), 0)::integer as connected,
      coalesce(sum(count) filter (where what = 'ended'), 0)::integer as ended
    from (
      select opened_on as day, 'opened' as what, count(*) as count from contract
      where opened_on >= ${from} and opened_on < ${to} group by opened_on
      union all
      select closed_on, 'closed', count(*) from contract
      where closed_on >= ${from} and closed_on < ${to} group by closed_on
      union all
      select opened_on, 'connected', count(*) from service_user
      where opened_on >= ${from} and opened_on < ${to} group by opened_on
      union all
      select closed_on, 'ended', count(*) from service_user
      where closed_on >= ${from} and closed_on < ${to} group by closed_on
      union all
      select opened_on, 'connected', count(*) from phone_number
      where opened_on >= ${from} and opened_on < ${to} group by opened_on
      union all
      select closed_on, 'ended', count(*) from phone_number
      where closed_on >= ${from} and closed_on < ${to} group by closed_on
    ) move
    group by 1 order by 1`);

/** Contracts that were open on the eve of a day. */
export const openBefore = async (tx: Tx, day: Day): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select count(*)::integer as count from contract
      where opened_on < ${day} and case when closed_on is null then state <> 'closed' else closed_on >= ${day} end`)
  ).count;

export interface PromiseMonth {
  readonly month: Period;
  readonly taken: number;
  readonly sum: Kopecks;
  readonly repaid: number;
  readonly ended: number;
  readonly active: number;
}

/** Promised payments by the month in which they were taken, and how they ended. */
export const promisesByMonth = (tx: Tx, { from, to }: DayRange, zone: string): Promise<PromiseMonth[]> =>
  tx.rows(sql`
    select to_char(taken_at at time zone ${zone}, 'YYYY-MM') as month, count(*)::integer as taken,
      sum(amount_kopecks)::bigint as sum, count(*) filter (where state = 'repaid')::integer as repaid,
      count(*) filter (where state = 'ended')::integer as ended, count(*) filter (where state = 'active')::integer as active
    from promised_payment
    where taken_at >= ${from}::timestamp at time zone ${zone} and taken_at < ${to}::timestamp at time zone ${zone}
    group by 1 order by 1`);
