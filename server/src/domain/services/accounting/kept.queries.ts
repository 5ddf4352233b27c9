import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { Reading, Span } from './session.rules.ts';

/** A session as its row tells the fold; moments in milliseconds. */
export interface KeptRow {
  readonly id: number;
  readonly settled: string;
  readonly nas: string;
  readonly unique_id: string;
  readonly started: number;
  readonly begun_last: number;
  readonly seen: number;
  /** Only an end that the network has told. */
  readonly stopped: number | null;
  readonly cause: string | null;
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly mac: string | null;
  readonly port: string | null;
  readonly login: string | null;
  readonly session_ref: string | null;
  readonly class: string | null;
  readonly class_at: number | null;
  readonly uses: Readonly<Record<string, [from: number, until: number]>>;
  readonly user_id: number | null;
}

const millis = (moment: Sql): Sql => sql`round(extract(epoch from ${moment}) * 1000)::bigint`;

const KEPT = sql`
  internet_session_id as id, settled::text, host(nas) as nas, coalesce(unique_id, '') as unique_id, ${millis(sql`started_at`)} as started,
  ${millis(sql`begun_last`)} as begun_last, ${millis(sql`seen_at`)} as seen,
  case when not is_presumed then ${millis(sql`stopped_at`)} end as stopped, case when not is_presumed then told_cause end as cause,
  bytes_in, bytes_out, mac::text, port, login, session_ref, class, ${millis(sql`class_at`)} as class_at, coalesce(uses, '{}') as uses, user_id
`;
/** What accounting keeps has all of these. */
const IS_KEPT = sql`nas is not null and unique_id is not null and begun_last is not null and seen_at is not null and uses is not null`;

/** A join, because PostgreSQL compares a row with each of many values of a list. */
const asked = (ids: readonly string[]): Sql =>
  sql`(select distinct id from unnest(${ids}::text[]) id) asked join internet_session on unique_id = asked.id`;

/** Sessions with these ids that are not settled. */
export const liveKept = (tx: Tx, ids: readonly string[]): Promise<KeptRow[]> =>
  tx.rows(sql`select ${KEPT} from ${asked(ids)} where settled = 'infinity' and ${IS_KEPT}`);

/** Settled sessions with these ids that ended on that day or later. */
export const settledKept = (tx: Tx, ids: readonly string[], since: Date): Promise<KeptRow[]> =>
  tx.rows(sql`
    select ${KEPT} from ${asked(ids)}
    where settled >= (${since}::timestamptz at time zone 'UTC')::date and settled < 'infinity' and ${IS_KEPT}`);

/** Services by their numbers, and by their logins. */
export const servicesOf = (
  tx: Tx,
  { userIds, logins }: { readonly userIds: readonly number[]; readonly logins: readonly string[] },
): Promise<{ user_id: number; login: string }[]> =>
  tx.rows(sql`
    select user_id, login from service_user where user_id = any(${userIds}::bigint[])
    union select user_id, login from service_user where login = any(${logins}::text[])`);

export const nextSessionIds = async (tx: Tx, count: number): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select nextval('internet_session_internet_session_id_seq') as id from generate_series(1, ${count}::integer)`)
  ).map(({ id }) => id);

/** A session as it is written; moments in milliseconds. */
export interface WrittenSession extends Omit<KeptRow, 'uses'> {
  /** JSON. */
  readonly uses: string;
  readonly address: string | null;
  readonly prefix: string | null;
  readonly nat_address: string | null;
  readonly nat_ports: string | null;
}

/** `json`, not `jsonb`: it is read once, and reading it takes half the time. */
const written = (sessions: readonly WrittenSession[]): Sql => sql`
  json_to_recordset(${JSON.stringify(sessions)}::json) as w (
    id bigint, settled date, nas inet, unique_id text, started bigint, begun_last bigint, seen bigint, stopped bigint, cause text,
    bytes_in bigint, bytes_out bigint, mac macaddr, port text, login text, session_ref text, class text, class_at bigint, uses text,
    user_id bigint, address inet, prefix inet, nat_address inet, nat_ports int4range)`;

const moment = (milliseconds: Sql): Sql => sql`to_timestamp(${milliseconds} / 1000.0)`;

export const insertKept = (tx: Tx, sessions: readonly WrittenSession[]): Promise<number> =>
  tx.run(sql`
    insert into internet_session (internet_session_id, user_id, started_at, stopped_at, address, mac, port, bytes_in, bytes_out, end_cause,
      told_cause, counted_at, nas, session_ref, unique_id, login, class, class_at, begun_last, seen_at, prefix, nat_address, nat_ports, uses)
    select id, user_id, ${moment(sql`started`)}, ${moment(sql`stopped`)}, address, mac, port, bytes_in,
      bytes_out, cause, cause, ${moment(sql`seen`)}, nas, session_ref, unique_id, login, class, ${moment(sql`class_at`)},
      ${moment(sql`begun_last`)}, ${moment(sql`seen`)}, network(prefix), nat_address, nat_ports, uses::jsonb
    from ${written(sessions)}`);

/** Whether a packet has come that is later than all that were known: it takes a presumed end back. */
const IS_HEARD_AGAIN = sql`${moment(sql`w.seen`)} > s.seen_at`;
const SECONDS = sql`extract(epoch from ${moment(sql`w.seen`)} - s.seen_at)`;
const rate = (before: Sql, now: Sql, kept: Sql): Sql => sql`
  case when ${SECONDS} >= 1 and w.bytes_in >= s.bytes_in and w.bytes_out >= s.bytes_out
    then ((${now} - ${before}) * 8 / ${SECONDS})::bigint else ${kept} end`;

const update = (sessions: readonly WrittenSession[], partition: Sql): Sql => sql`
  update internet_session s set started_at = ${moment(sql`w.started`)}, begun_last = ${moment(sql`w.begun_last`)},
    seen_at = ${moment(sql`w.seen`)}, counted_at = ${moment(sql`w.seen`)}, bytes_in = w.bytes_in, bytes_out = w.bytes_out,
    rate_in = ${rate(sql`s.bytes_in`, sql`w.bytes_in`, sql`s.rate_in`)},
    rate_out = ${rate(sql`s.bytes_out`, sql`w.bytes_out`, sql`s.rate_out`)},
    stopped_at = case when w.stopped is not null then ${moment(sql`w.stopped`)}
      when not ${IS_HEARD_AGAIN} then s.stopped_at end,
    end_cause = case when w.stopped is not null then case when s.end_ordered_at is not null then 'portal_request' else w.cause end
      when not ${IS_HEARD_AGAIN} then s.end_cause end,
    told_cause = w.cause, is_presumed = w.stopped is null and s.is_presumed and not ${IS_HEARD_AGAIN},
    settled = case when w.stopped is null and ${IS_HEARD_AGAIN} then 'infinity' else s.settled end,
    address = w.address, prefix = network(w.prefix), nat_address = w.nat_address, nat_ports = w.nat_ports, mac = w.mac, port = w.port,
    login = w.login, session_ref = w.session_ref, class = w.class, class_at = ${moment(sql`w.class_at`)}, uses = w.uses::jsonb,
    user_id = coalesce(s.user_id, w.user_id)
  from ${written(sessions)}
  where s.internet_session_id = w.id and ${partition}`;

export const updateLive = (tx: Tx, sessions: readonly WrittenSession[]): Promise<number> =>
  tx.run(update(sessions, sql`s.settled = 'infinity'`));

export const updateSettled = (tx: Tx, sessions: readonly WrittenSession[]): Promise<number> =>
  tx.run(update(sessions, sql`s.settled = w.settled and s.settled < 'infinity'`));

/** The counters of a session at its last packet of an hour. */
export interface WrittenHour {
  readonly id: number;
  readonly hour: number;
  readonly heard: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
}

const FURTHEST = sql`
  on conflict (internet_session_id, hour) do update set heard_at = greatest(session_hour.heard_at, excluded.heard_at),
    bytes_in = greatest(session_hour.bytes_in, excluded.bytes_in), bytes_out = greatest(session_hour.bytes_out, excluded.bytes_out)
`;

export const putHours = (tx: Tx, hours: readonly WrittenHour[]): Promise<number> =>
  tx.run(sql`
    insert into session_hour (internet_session_id, hour, heard_at, bytes_in, bytes_out)
    select id, ${moment(sql`hour`)}, ${moment(sql`heard`)}, bytes_in, bytes_out
    from json_to_recordset(${JSON.stringify(hours)}::json) as w (id bigint, hour bigint, heard bigint, bytes_in bigint, bytes_out bigint)
    ${FURTHEST}`);

export const keepHoursMonth = (tx: Tx, day: string): Promise<number> =>
  tx.run(sql`select keep_hours_month(${day}::date)`);

/** One row takes over what others had, which turned out to be the same session. */
export async function takeOver(tx: Tx, into: number, others: readonly number[]): Promise<void> {
  await tx.run(sql`
    insert into session_hour (internet_session_id, hour, heard_at, bytes_in, bytes_out)
    select ${into}, hour, max(heard_at), max(bytes_in), max(bytes_out) from session_hour
    where internet_session_id = any(${others}::bigint[]) group by hour
    ${FURTHEST}`);
  await tx.run(sql`
    insert into session_reading (internet_session_id, seconds, heard_at, bytes_in, bytes_out)
    select distinct ${into}::bigint, seconds, heard_at, bytes_in, bytes_out from session_reading
    where internet_session_id = any(${others}::bigint[]) on conflict do nothing`);
  await tx.run(sql`delete from session_hour where internet_session_id = any(${others}::bigint[])`);
  await tx.run(sql`delete from session_reading where internet_session_id = any(${others}::bigint[])`);
  await tx.run(sql`delete from session_former_address where internet_session_id = any(${others}::bigint[])`);
  await tx.run(sql`delete from internet_session where internet_session_id = any(${others}::bigint[])`);
}

interface StoredReading {
  readonly id: number;
  readonly seconds: number;
  readonly heard: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
}

export const readingsOf = (tx: Tx, ids: readonly number[]): Promise<StoredReading[]> =>
  tx.rows(sql`
    select internet_session_id as id, seconds, ${millis(sql`heard_at`)} as heard, bytes_in, bytes_out
    from session_reading where internet_session_id = any(${ids}::bigint[])`);

export const putReadings = (tx: Tx, readings: readonly (Reading & { readonly id: number })[]): Promise<number> =>
  tx.run(sql`
    insert into session_reading (internet_session_id, seconds, heard_at, bytes_in, bytes_out)
    select id, seconds, ${moment(sql`heard`)}, "to", "from"
    from json_to_recordset(${JSON.stringify(readings)}::json)
      as w (id bigint, seconds bigint, heard bigint, "to" bigint, "from" bigint)
    on conflict do nothing`);

/** An address that a session had before its last one. */
export interface FormerAddress extends Span {
  readonly id: number;
  readonly network: string;
  readonly ports: string | null;
}

export async function putFormerAddresses(
  tx: Tx,
  ids: readonly number[],
  former: readonly FormerAddress[],
): Promise<void> {
  await tx.run(sql`delete from session_former_address where internet_session_id = any(${ids}::bigint[])`);
  await tx.run(sql`
    insert into session_former_address (internet_session_id, network, ports, used_from, used_until)
    select id, network(network), ports, ${moment(sql`"from"`)}, ${moment(sql`until`)}
    from json_to_recordset(${JSON.stringify(former)}::json)
      as w (id bigint, network inet, ports int4range, "from" bigint, until bigint)`);
}
