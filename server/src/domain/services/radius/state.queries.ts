import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { TOLD_SHAPE } from '#server/integrations/network/freeradius/port.ts';
import type { DeviceKind } from './device.queries.ts';

export interface DeviceState {
  readonly nas_id: number;
  readonly name: string;
  readonly ip: string;
  readonly kind: DeviceKind;
  readonly heard_at: Instant | null;
  readonly silent_since: Instant | null;
  readonly outage_since: Instant | null;
  readonly online: number;
  readonly orders_waiting: number;
  readonly orders_since: Instant | null;
  readonly refused: number;
}

/** Devices of access as they do now, in order of their addresses. */
export const deviceStates = (tx: Tx, now: Date): Promise<DeviceState[]> =>
  tx.rows(sql`
    select n.nas_id, n.name, host(n.address) as ip, n.kind, n.heard_at, n.is_silent_since as silent_since, o.began_at as outage_since,
      coalesce(live.online, 0)::integer as online, coalesce(due.waiting, 0)::integer as orders_waiting, due.since as orders_since,
      coalesce(r.refused, 0)::integer as refused
    from radius.nas n left join radius.outage o on o.nas_id = n.nas_id and o.ended_at is null
      left join (
        select nas, count(*) as online from internet_session where settled = 'infinity' and stopped_at is null group by nas
      ) live on live.nas = n.address
      left join (
        select nas_id, count(*) as waiting, min(wished_at) as since from radius.coa where due_at is not null group by nas_id
      ) due on due.nas_id = n.nas_id
      left join (
        select nas, sum(hour_count) as refused from radius.refused
        where day = (${now}::timestamptz at time zone 'UTC')::date and last_at >= date_trunc('hour', ${now}::timestamptz) group by nas
      ) r on r.nas = n.address
    order by n.address`);

export interface DeviceSessionRow {
  readonly session_id: number;
  readonly user_id: number;
  readonly contract_id: number;
  readonly login: string | null;
  readonly ip: string | null;
  readonly device: string | null;
  readonly started_at: Instant;
  readonly heard_at: Instant | null;
  readonly differs: boolean;
  readonly wanted_shape: string | null;
  readonly wanted: string[] | null;
  readonly seen_shape: string | null;
  readonly seen: string[] | null;
  readonly order_kind: 'change' | 'disconnect' | null;
  readonly wishes: number | null;
  readonly wished_at: Instant | null;
  readonly answer: string | null;
  readonly answered_at: Instant | null;
}

const SESSION = sql`
  s.internet_session_id as session_id, u.user_id, u.contract_id, s.login, host(s.address) as ip, n.name as device, s.started_at,
  s.seen_at as heard_at, n.nas_id is not null and v.user_id is not null and r.shape is distinct from ${TOLD_SHAPE} as differs,
  r.shape as wanted_shape, w.accept as wanted, ${TOLD_SHAPE} as seen_shape, x.accept as seen, c.kind as order_kind, c.wish as wishes, c.wished_at,
  c.answer, c.answered_at`;
const ON_DEVICES = sql`
  internet_session s join service_user u using (user_id) left join radius.nas n on n.address = s.nas
    left join radius.service v on v.user_id = s.user_id left join radius.reply r on r.user_id = s.user_id and r.kind = n.kind
    left join radius.coa c on c.internet_session_id = s.internet_session_id
    left join radius.shape w on w.shape = r.shape left join radius.shape x on x.shape = ${TOLD_SHAPE}
  where s.settled = 'infinity' and s.stopped_at is null`;

export const sessionsOnDevices = (tx: Tx, contractId: number): Promise<DeviceSessionRow[]> =>
  tx.rows(sql`
    select ${SESSION} from ${ON_DEVICES} and u.contract_id = ${contractId} order by s.started_at desc, s.internet_session_id desc limit 200`);

/** Long enough for an order, its answer, a second try and a report. */
const LONG = sql`interval '5 minutes'`;

const differsLong = (now: Date): Sql => sql`
  n.nas_id is not null and v.user_id is not null and r.shape is distinct from ${TOLD_SHAPE}
    and greatest(v.applied_at, s.started_at) < ${now}::timestamptz - ${LONG}`;

export const differingLong = (tx: Tx, now: Date, limit: number): Promise<DeviceSessionRow[]> =>
  tx.rows(sql`
    select ${SESSION} from ${ON_DEVICES} and ${differsLong(now)}
    order by greatest(v.applied_at, s.started_at), s.internet_session_id limit ${limit}`);

export const countDifferingLong = async (tx: Tx, now: Date): Promise<number> =>
  (await tx.one<{ count: number }>(sql`select count(*)::integer as count from ${ON_DEVICES} and ${differsLong(now)}`))
    .count;

export interface FreeAddresses {
  readonly given: number;
  readonly used: number;
  readonly free: number;
  readonly addresses: string[];
}

const MOST_SHOWN = 256;

/** Addresses of a network that no line has and no living session uses; its first and last are not given. */
export const freeAddressesOf = (tx: Tx, network: string): Promise<FreeAddresses> =>
  tx.one(sql`
    with asked as (
      select set_masklen(network(${network}::inet)::inet, 32) as first, masklen(${network}::inet) as bits, network(${network}::inet) as net
    ), one as (
      select asked.first + n as address from asked, generate_series(case when bits > 30 then 0 else 1 end,
        (1::bigint << (32 - bits)) - case when bits > 30 then 1 else 2 end) n
    ), given as (
      select l.address from service_line l join service_user u using (user_id), asked
      where l.address <<= asked.net and u.state <> 'closed'
    ), used as (
      select distinct s.address from internet_session s, asked
      where s.settled = 'infinity' and s.stopped_at is null and s.address <<= asked.net
    ), free as (
      select address from one where not exists (select from given g where g.address = one.address)
        and not exists (select from used s where s.address = one.address)
    )
    select (select count(*)::integer from given) as given, (select count(*)::integer from used) as used,
      (select count(*)::integer from free) as free,
      array(select host(address) from free order by address limit ${MOST_SHOWN}) as addresses`);

export interface NetworkTrouble {
  readonly silent: number;
  readonly outages: number;
  readonly waiting: number;
  /** Seconds for which the oldest order has waited. */
  readonly oldest: number;
  /** Refused logins in this hour. */
  readonly refused: number;
}

/** For the metrics. */
export const networkTrouble = (tx: Tx): Promise<NetworkTrouble> =>
  tx.one(sql`
    select (select count(*)::integer from radius.nas where is_silent_since is not null) as silent,
      (select count(*)::integer from radius.outage where ended_at is null) as outages,
      due.waiting, due.oldest,
      (select coalesce(sum(hour_count), 0)::integer from radius.refused
        where day = (now() at time zone 'UTC')::date and last_at >= date_trunc('hour', now())) as refused
    from (
      select count(*)::integer as waiting, coalesce(greatest(extract(epoch from now() - min(wished_at)), 0), 0)::float as oldest
      from radius.coa where due_at is not null
    ) due`);
