import type { Tx } from '#db/database.ts';
import { sql, type Sql } from '#db/sql.ts';

/** The calls of a number in a period; they are rated together, because they share the minutes of a package. */
export interface NumberMonth {
  readonly phone_number: string;
  readonly period: string;
}

/**
 * Rates all calls of the given months again. The cost depends only on the calls of the month, ordered by start: minutes
 * of a package go to the earliest calls, in whole units, so the sum does not depend on the order of the records
 * (decision 0035). A call with an uncovered unit pays the connection fee.
 */
export const rate = (tx: Tx, months: readonly NumberMonth[], zone: string): Promise<number> =>
  tx.run(ratingOf(months, zone));

/** The same as a statement; `zone` is the provider's, whose days decide which rate applies. */
export const ratingOf = (months: readonly NumberMonth[], zone: string): Sql => sql`
  with month as (
    select phone_number, period
    from unnest(${months.map((month) => month.phone_number)}::text[], ${months.map(({ period }) => period)}::text[])
      as month (phone_number, period)
  ), priced as (
    select c.call_record_id, c.phone_number, c.period, c.started_at, c.linkedid, c.other_number,
      rate.connection_kopecks, rate.unit_kopecks, rate.unit_seconds,
      case when c.seconds < rate.free_seconds then 0
        else (c.seconds + rate.unit_seconds - 1) / rate.unit_seconds end as units,
      package.call_package_id, coalesce(package.included_seconds, 0) as included
    from month
    join call_record c using (phone_number, period)
    join lateral (
      select * from call_rate r
      where r.plan_id = c.plan_id and r.zone = c.zone and r.direction = c.direction
        and r.valid_from <= (c.started_at at time zone ${zone})::date
      order by r.valid_from desc limit 1
    ) rate on true
    left join call_package package
      on c.direction = 'out' and package.call_package_id = call_package_of(c.plan_id, c.zone, c.period)
  ), counted as (
    select *, greatest(0, least(units * unit_seconds, included - coalesce(sum(units * unit_seconds) over earlier, 0)))
      / unit_seconds as covered
    from priced
    window earlier as (
      partition by phone_number, period, call_package_id
      order by started_at, linkedid, other_number, call_record_id
      rows between unbounded preceding and 1 preceding)
  ), rated as (
    select call_record_id, covered * unit_seconds as covered_seconds,
      case when units > covered then connection_kopecks + (units - covered) * unit_kopecks else 0 end as amount_kopecks
    from counted
  )
  update call_record c
  set amount_kopecks = rated.amount_kopecks, covered_seconds = rated.covered_seconds
  from rated
  where c.call_record_id = rated.call_record_id
    and (c.amount_kopecks, c.covered_seconds) is distinct from (rated.amount_kopecks, rated.covered_seconds)`;
