import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/** The calls of a number in a period; they are rated together, because they share the minutes of a package. */
export interface NumberMonth {
  readonly phone_number: string;
  readonly period: string;
  /** The start of the earliest call that changed; undefined: all calls are rated. */
  readonly since?: Instant;
}

/** A month of a number in which something changed. */
export interface ChangedMonth {
  readonly phone_number: string;
  readonly period: string;
  readonly since: Instant;
}

/**
 * Rates the calls of the given months again, from the moment since which something changed. The cost depends only on
 * the calls of the month, ordered by start: minutes of a package go to the earliest calls, in whole units, so the sum
 * does not depend on the order of the records (decision 0035). A call with an uncovered unit pays the connection fee.
 * What calls before that moment take from a package is stored, so they are not read (decision 0087).
 */
export const rateMonths = (tx: Tx, months: readonly NumberMonth[], zone: string): Promise<number> =>
  tx.run(ratingOf(months, zone));

/**
 * A call whose earlier part comes later goes to the month before. What was charged for it in its former month is charged in
 * its new one: nothing is charged twice. Only months of one number that have changed together are settled with each other.
 */
export const carryCharged = (tx: Tx, months: readonly NumberMonth[]): Promise<number> =>
  tx.run(sql`
    with month as materialized (
      select m.phone_number, m.period, m.charged_kopecks - m.amount_kopecks as beyond
      from call_month m
      where (m.phone_number, m.period) in (
        select * from unnest(${months.map((month) => month.phone_number)}::text[], ${months.map(({ period }) => period)}::text[]))
      order by m.phone_number, m.period
      for no key update of m
    ), carried as (
      select phone_number, least(sum(greatest(beyond, 0)), sum(greatest(-beyond, 0))) as sum
      from month group by phone_number having max(beyond) > 0 and min(beyond) < 0
    ), part as (
      select phone_number, period, sign(beyond) as side, least(abs(beyond), greatest(0, carried.sum - coalesce(sum(abs(beyond)) over (
        partition by phone_number, sign(beyond) order by period rows between unbounded preceding and 1 preceding), 0))) as amount
      from month join carried using (phone_number) where beyond <> 0
    )
    update call_month m set charged_kopecks = m.charged_kopecks - part.side * part.amount
    from part where (m.phone_number, m.period) = (part.phone_number, part.period)`);

/** The same as a statement; `zone` is the provider's, whose days decide which rate applies. */
export const ratingOf = (months: readonly NumberMonth[], zone: string): Sql => sql`
  with month as materialized (
    select phone_number, period, case when exists (
      select from call_record c
      where c.phone_number = given.phone_number and c.period = given.period and c.started_at < given.since
        and c.rated_seconds is null and c.direction = 'out') then '-infinity' else since end as since
    from unnest(${months.map((month) => month.phone_number)}::text[], ${months.map(({ period }) => period)}::text[],
      ${months.map(({ since }) => since ?? '-infinity')}::timestamptz[]) as given (phone_number, period, since)
  ), priced as materialized (
    select c.call_record_id, c.phone_number, c.period, c.started_at, c.linkedid, c.other_number,
      c.call_package_id as former_package, c.rated_seconds as former_seconds,
      rate.connection_kopecks, rate.unit_kopecks, rate.unit_seconds,
      case when c.seconds < rate.free_seconds then 0
        else (c.seconds + rate.unit_seconds - 1) / rate.unit_seconds end as units,
      package.call_package_id, coalesce(package.included_seconds, 0) as included
    from month
    join call_record c
      on c.phone_number = month.phone_number and c.period = month.period and c.started_at >= month.since and c.former_key is null
    join lateral (
      select * from call_rate r
      where r.plan_id = c.plan_id and r.zone = c.zone and r.direction = c.direction
        and r.valid_from <= (c.started_at at time zone ${zone})::date
      order by r.valid_from desc limit 1
    ) rate on true
    left join call_package package
      on c.direction = 'out' and package.call_package_id = call_package_of(c.plan_id, c.zone, c.period)
  ), before as (
    select u.phone_number, u.period, u.call_package_id, u.rated_seconds - coalesce(later.seconds, 0) as seconds
    from month join call_package_use u using (phone_number, period)
    left join (
      select phone_number, period, former_package as call_package_id, sum(former_seconds) as seconds
      from priced group by 1, 2, 3
    ) later using (phone_number, period, call_package_id)
  ), counted as (
    select priced.*, greatest(0, least(units * unit_seconds,
        included - coalesce(before.seconds, 0) - coalesce(sum(units * unit_seconds) over earlier, 0)))
      / unit_seconds as covered
    from priced left join before using (phone_number, period, call_package_id)
    window earlier as (
      partition by phone_number, period, call_package_id
      order by started_at, linkedid, other_number, call_record_id
      rows between unbounded preceding and 1 preceding)
  ), rated as (
    select call_record_id, period, call_package_id, units * unit_seconds as rated_seconds,
      covered * unit_seconds as covered_seconds,
      case when units > covered then connection_kopecks + (units - covered) * unit_kopecks else 0 end as amount_kopecks
    from counted
  )
  update call_record c
  set amount_kopecks = rated.amount_kopecks, covered_seconds = rated.covered_seconds,
    rated_seconds = rated.rated_seconds, call_package_id = rated.call_package_id
  from rated
  where c.call_record_id = rated.call_record_id and c.period = rated.period
    and (c.amount_kopecks, c.covered_seconds, c.rated_seconds, c.call_package_id) is distinct from
      (rated.amount_kopecks, rated.covered_seconds, rated.rated_seconds, rated.call_package_id)`;
