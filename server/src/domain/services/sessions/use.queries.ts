import type { Period } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { endedSince, LASTING, LASTS, type SessionStretch } from './session.queries.ts';

/** Use in a month, day or hour. */
export interface TrafficUse {
  /** `2026-11-20T14:00`: its beginning by the zone's clock. */
  begins: string;
  sessions: number;
  seconds: number;
  bytes_in: number;
  bytes_out: number;
}

export type TrafficUnit = 'month' | 'day' | 'hour';

/**
 * Use in a time range, by calendar unit of the zone. A session across a border is split: seconds by the clock, bytes in proportion to the
 * time between two moments at which its counters are known: its beginning, its hours as far as they are kept, its end. Parts always add
 * up to the whole, and days to their month.
 */
export const useOf = (
  tx: Tx,
  { userId, from, until, now }: SessionStretch,
  { unit, zone }: { unit: TrafficUnit; zone: string },
): Promise<TrafficUse[]> =>
  tx.rows<TrafficUse>(sql`
    with found as (
      select * from internet_session
      where user_id = ${userId} and started_at >= ${from}::timestamptz - ${LASTING} and started_at < ${until}
        and ${endedSince(from)}
      union all
      select * from internet_session
      where user_id = ${userId} and started_at < ${from}::timestamptz - ${LASTING} and ${LASTS} and ${endedSince(from)}
    ), session as (
      select internet_session_id, started_at, greatest(coalesce(stopped_at, ${now}), started_at) as ended_at, bytes_in, bytes_out, seen_at
      from found
    ), point as (
      select internet_session_id, ended_at as at, bytes_in, bytes_out from session
      union all
      select s.internet_session_id, h.heard_at, h.bytes_in, h.bytes_out
      from session s join session_hour h using (internet_session_id)
      where s.seen_at is not null and h.heard_at > s.started_at and h.heard_at < s.ended_at
    ), stretch as (
      select s.internet_session_id, s.started_at as begun_at,
        lag(p.at, 1, s.started_at) over known as started_at, p.at as ended_at,
        lag(p.bytes_in, 1, 0::bigint) over known as in_before, lag(p.bytes_out, 1, 0::bigint) over known as out_before,
        p.bytes_in, p.bytes_out
      from session s join point p using (internet_session_id)
      window known as (partition by s.internet_session_id order by p.at)
    ), piece as (
      select s.*, unit.begins,
        greatest(unit.begins at time zone ${zone}, started_at) as a,
        least((unit.begins + ${`1 ${unit}`}::interval) at time zone ${zone}, ended_at) as b
      from stretch s
      cross join lateral generate_series(
        date_trunc(${unit}, greatest(started_at, ${from}) at time zone ${zone}),
        date_trunc(${unit}, least(ended_at, ${until}::timestamptz - interval '1 microsecond') at time zone ${zone}),
        ${`1 ${unit}`}::interval
      ) unit (begins)
    ), part as (
      select *,
        case when a = started_at then 0 else extract(epoch from a - started_at) / extract(epoch from ended_at - started_at) end as before,
        case when b = ended_at then 1 else extract(epoch from b - started_at) / extract(epoch from ended_at - started_at) end as by_then
      from piece where a < b or (begun_at = ended_at and a = b)
    )
    select to_char(begins, 'YYYY-MM-DD"T"HH24:MI') as begins, count(distinct internet_session_id) as sessions,
      sum(floor(extract(epoch from b - begun_at)) - floor(extract(epoch from a - begun_at)))::bigint as seconds,
      sum(${grown(sql`in_before`, sql`bytes_in`)})::bigint as bytes_in,
      sum(${grown(sql`out_before`, sql`bytes_out`)})::bigint as bytes_out
    from part group by begins order by begins`);

/** What a counter grew by in a part of a stretch. */
const grown = (before: Sql, after: Sql): Sql =>
  sql`floor((${after} - ${before}) * by_then) - floor((${after} - ${before}) * before)`;

/** The latest month with a session, before the given one. */
export async function latestMonth(
  tx: Tx,
  userId: number,
  { before, zone, now }: { before: Date; zone: string; now: Date },
): Promise<Period | undefined> {
  // A newer session may end before an older long one, so longer ones are read separately.
  const row = await tx.one<{ period: Period | null }>(sql`
    select to_char(max(least(coalesce(stopped_at, ${now}), ${before}::timestamptz - interval '1 microsecond')) at time zone ${zone}, 'YYYY-MM') as period
    from (
      select started_at, stopped_at from internet_session
      where user_id = ${userId} and started_at < ${before} and started_at >= (
        select started_at - ${LASTING} from internet_session
        where user_id = ${userId} and started_at < ${before} order by started_at desc limit 1)
      union all
      select started_at, stopped_at from internet_session
      where user_id = ${userId} and started_at < ${before} and ${LASTS}
    ) late`);
  return row.period ?? undefined;
}

/** Whether any session began before. */
export async function isEarlier(tx: Tx, userId: number, before: Date): Promise<boolean> {
  const row = await tx.maybe(sql`
    select 1 as found from internet_session where user_id = ${userId} and started_at < ${before}
    order by started_at desc limit 1`);
  return row !== undefined;
}

/** The moments when days of the zone's calendar begin. */
export async function beginningsOf(tx: Tx, days: readonly string[], zone: string): Promise<Date[]> {
  const rows = await tx.rows<{ at: string }>(sql`
    select day::timestamp at time zone ${zone} as at from unnest(${days}::text[]) with ordinality d (day, n) order by n`);
  return rows.map(({ at }) => new Date(at));
}
