import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { cursorOf, lastId, lastMoment, pageFrom, type Page, type PageWanted } from '#server/domain/shared/page.ts';
import { endCauseText } from './end-cause.rules.ts';

/** A time range of one service; `until` is exclusive. An active session lasts until `now`. */
export interface SessionStretch {
  readonly userId: number;
  readonly from: Date;
  readonly until: Date;
  readonly now: Date;
}

export interface InternetSessionRow {
  internet_session_id: number;
  start: Instant;
  stop: Instant | null;
  seconds: number;
  address: string;
  mac: string | null;
  port: string | null;
  bytes_in: number;
  bytes_out: number;
  cause: string | null;
  state: 'on' | 'ending' | 'ended';
}

/** Longer sessions have their own index (migration 0020). */
export const LASTING = sql`interval '72 hours'`;
/** Sessions that are on are in one partition, with those that ended lately; of a statement that names it the others are not opened. */
export const IN_LIVE = sql`settled = 'infinity'`;
/** The condition of that index. */
export const LASTS = sql`(stopped_at is null or stopped_at - started_at > ${LASTING})`;

/** A session may have an IPv6 prefix only, or none that the network has told yet. */
export const ADDRESS = sql`coalesce(host(address), prefix::text, '—')`;

const columns = (now: Date): Sql => sql`
  internet_session_id, started_at as start, stopped_at as stop,
  greatest(floor(extract(epoch from coalesce(stopped_at, ${now}) - started_at)), 0)::bigint as seconds,
  ${ADDRESS} as address, mac::text, port, bytes_in, bytes_out, end_cause as cause,
  case when stopped_at is not null then 'ended' when end_ordered_at is not null then 'ending' else 'on' end as state`;

/**
 * Sessions that were on in the range. A session that ended exactly when the range began is excluded, unless it had no
 * length. An active one lasts until now: it is in no range that has not begun.
 */
const wasOn = ({ from, now }: Pick<SessionStretch, 'from' | 'now'>): Sql => sql`
  ((stopped_at is null and ${from}::timestamptz <= ${now}::timestamptz) or stopped_at > ${from} or (stopped_at = started_at and started_at >= ${from}))`;

/** Of settled sessions, those that ended on the day of this moment or later: the partitions of the months before are not opened. */
export const endedSince = (moment: Date): Sql => sql`settled >= (${moment}::timestamptz at time zone 'UTC')::date`;

const readCursor = cursorOf(lastMoment, lastId);

/** Sessions that were on in the range, newest first, by two indexes: the last page costs as much as the first. */
export async function internetSessionsOf(
  tx: Tx,
  stretch: SessionStretch,
  page: PageWanted,
): Promise<Page<InternetSessionRow>> {
  const { userId, from, until, now } = stretch;
  const [started, id] = readCursor(page.cursor) ?? [];
  const after = started === undefined ? sql`` : sql`and (started_at, internet_session_id) < (${started}, ${id})`;
  const last = sql`order by started_at desc, internet_session_id desc limit ${page.limit + 1}`;
  const rows = await tx.rows<InternetSessionRow>(sql`
    select ${columns(now)} from (
      (select * from internet_session
        where user_id = ${userId} and started_at >= ${from}::timestamptz - ${LASTING} and started_at < ${until}
          and ${endedSince(from)} and ${wasOn(stretch)} ${after} ${last})
      union all
      (select * from internet_session
        where user_id = ${userId} and started_at < ${from}::timestamptz - ${LASTING} and ${LASTS}
          and ${endedSince(from)} and ${wasOn(stretch)} ${after} ${last})
    ) found ${last}`);
  const { items, next } = pageFrom(
    rows,
    page.limit,
    ({ start, internet_session_id: last }) => `${Date.parse(start)}.${last}`,
  );
  return { items: items.map(worded), next };
}

const worded = (session: InternetSessionRow): InternetSessionRow => ({
  ...session,
  cause: session.state === 'ended' ? endCauseText(session.cause) : null,
});

const MOST_LIVE = 10;

/** Active sessions. */
export async function liveInternetSessions(tx: Tx, userId: number, now: Date): Promise<InternetSessionRow[]> {
  const rows = await tx.rows<InternetSessionRow>(sql`
    select ${columns(now)} from internet_session
    where user_id = ${userId} and stopped_at is null and ${LASTS} and ${IN_LIVE}
    order by started_at desc, internet_session_id desc limit ${MOST_LIVE}`);
  return rows.map(worded);
}
