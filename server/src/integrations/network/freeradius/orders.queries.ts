import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { OrderKind } from '../radius/packet.ts';
import type { Shape } from './way.ts';

/** The shape that a living session has: what it agreed to last, or what it was opened with, as its `Class` tells. */
export const TOLD_SHAPE = sql`coalesce(c.told_shape, substring(s.class from '^k:[0-9]+:([0-9a-f]{8})$'))`;

/** A living session on a device that takes orders. */
export interface LivingSession {
  readonly id: number;
  readonly nas_id: number;
  readonly user_id: number | null;
  readonly kind: string;
  /** Null: nobody knows. */
  readonly shape: string | null;
  /** What it may have instead: its device was told, and no answer was noted. */
  readonly sent_shape: string | null;
  /** Whether its device has refused a change lately. */
  readonly only_ends: boolean;
}

const LIVING = sql`
  s.internet_session_id as id, n.nas_id, s.user_id, n.kind, ${TOLD_SHAPE} as shape, c.sent_shape,
  coalesce(n.no_change_until > now(), false) as only_ends`;
const SESSIONS = sql`
  internet_session s join radius.nas n on n.address = s.nas
    left join radius.coa c on c.internet_session_id = s.internet_session_id`;

export const livingSessionsOf = (tx: Tx, userId: number): Promise<LivingSession[]> =>
  tx.rows(
    sql`select ${LIVING} from ${SESSIONS} where s.user_id = ${userId} and s.settled = 'infinity' and s.stopped_at is null order by id`,
  );

/** Sessions of a service whose end the portal has ordered, or that have this address. */
export const sessionsToEnd = (tx: Tx, userId: number, address: string | undefined): Promise<LivingSession[]> =>
  tx.rows(sql`
    select ${LIVING} from ${SESSIONS}
    where s.user_id = ${userId} and s.settled = 'infinity' and s.stopped_at is null
      and (${address ?? null}::inet is null or s.address = ${address ?? null}::inet)
    order by id`);

/** Seconds for which a session may differ: an order, its answer and the next report take some time. */
const MAY_DIFFER_S = 60;

/** The next living sessions that are not what they should be, and to whose devices nothing is due. */
export const differingSessions = (
  tx: Tx,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<(LivingSession & { wanted: string | null })[]> =>
  tx.rows(sql`
    select ${LIVING}, r.shape as wanted
    from ${SESSIONS} join radius.service u on u.user_id = s.user_id left join radius.reply r on r.user_id = s.user_id and r.kind = n.kind
    where s.settled = 'infinity' and s.stopped_at is null and s.internet_session_id > ${after} and c.due_at is null
      and (r.shape is null or c.kind = 'disconnect' or r.shape is distinct from ${TOLD_SHAPE})
      and least(now() - u.applied_at, now() - s.started_at, now() - c.answered_at) > make_interval(secs => ${MAY_DIFFER_S})
    order by s.internet_session_id limit ${limit}`);

export const shapesNamed = (tx: Tx, shapes: readonly string[]): Promise<(Shape & { shape: string })[]> =>
  tx.rows(sql`select shape, accept, coa from radius.shape where shape = any(${shapes}::text[])`);

export const putShapes = (tx: Tx, shapes: readonly (Shape & { readonly shape: string })[]): Promise<number> =>
  tx.run(sql`
    insert into radius.shape (shape, accept, coa)
    select shape, array(select jsonb_array_elements_text(accept)), array(select jsonb_array_elements_text(coa))
    from jsonb_to_recordset(${JSON.stringify(shapes)}::jsonb) as w (shape text, accept jsonb, coa jsonb)
    order by shape on conflict do nothing`);

export interface Wish {
  readonly session: LivingSession;
  readonly kind: OrderKind;
  readonly isUrgent: boolean;
  /** Not before; at once if it is left out. */
  readonly dueAt?: Instant | null;
}

/** How many living sessions each device has, and the time of the database. */
export const livingByDevice = (tx: Tx): Promise<{ nas_id: number; count: number; now: Instant }[]> =>
  tx.rows(sql`
    select n.nas_id, count(*) as count, now() from internet_session s join radius.nas n on n.address = s.nas
    where s.settled = 'infinity' and s.stopped_at is null group by n.nas_id order by n.nas_id`);

/** Seconds until an order that was taken and not settled is due again: longer than all repeats of a packet. */
const TAKEN_S = 15;

/** The newest wish of a session replaces an earlier one, and whoever sends is woken. One that is under way is answered first. */
export async function putWishes(tx: Tx, wishes: readonly Wish[]): Promise<void> {
  if (wishes.length === 0) return;
  const rows = wishes.map(({ session, kind, isUrgent, dueAt = null }) => ({
    id: session.id,
    nas: session.nas_id,
    kind,
    urgent: isUrgent,
    due: dueAt,
  }));
  await tx.run(sql`
    insert into radius.coa as c (internet_session_id, nas_id, kind, is_urgent, due_at)
    select id, nas, kind, urgent, greatest(due, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, nas bigint, kind text, urgent boolean, due timestamptz) order by id
    on conflict (internet_session_id) do update
    set nas_id = excluded.nas_id, kind = excluded.kind, is_urgent = excluded.is_urgent, wish = c.wish + 1, wished_at = now(),
      due_at = greatest(case when c.due_at <= now() + make_interval(secs => ${TAKEN_S}) then c.due_at end, excluded.due_at)`);
  await tx.run(sql`select pg_notify('radius_coa', '')`);
}

/** A session that surely is what it should be is told nothing more. */
export const dropWish = (tx: Tx, sessionId: number): Promise<number> =>
  tx.run(sql`
    update radius.coa set due_at = null, kind = 'change', wish = wish + 1
    where internet_session_id = ${sessionId} and due_at is not null`);

/** An order that has been taken to be sent. */
export interface DueOrder {
  readonly id: number;
  readonly nas_id: number;
  readonly kind: OrderKind;
  readonly wish: number;
  readonly user_id: number | null;
  readonly login: string | null;
  /** `Acct-Session-Id` of the device. */
  readonly session_ref: string | null;
  readonly session_address: string | null;
  readonly device: string;
  readonly coa_port: number;
  readonly secret: Buffer;
  readonly maker: string;
  readonly shape: string | null;
  readonly coa: readonly string[] | null;
  readonly is_over: boolean;
  /** Seconds since 1970. */
  readonly now_s: number;
}

/** How many orders may be taken for each device beside those that are under way; others get as many as one device may have at once. */
interface Room {
  readonly nasId: number;
  readonly left: number;
}

/**
 * Takes what is due, so many of each device: a silent one is asked by one order in ten seconds, and delays no other. Whoever waits comes
 * first.
 */
export const takeDue = (tx: Tx, rooms: readonly Room[], most: number): Promise<DueOrder[]> =>
  tx.rows(sql`
    with room as (select * from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as w ("nasId" bigint, "left" integer)),
    asked as materialized (
      select nas_id, least(coalesce(room."left", ${most}), case when is_silent_since is null then ${most} else 1 end) as count
      from radius.nas left join room on room."nasId" = nas_id
      where is_silent_since is null or probe_at is null or probe_at <= now()),
    due as (
      select d.internet_session_id from asked, lateral (
        select internet_session_id from radius.coa
        where nas_id = asked.nas_id and due_at <= now() order by is_urgent desc, due_at limit asked.count for update skip locked) d),
    taken as (
      update radius.coa c set due_at = now() + make_interval(secs => ${TAKEN_S}),
        sent_shape = case when kind = 'change' then coalesce((
          select r.shape from internet_session s join radius.nas n on n.nas_id = c.nas_id
            join radius.reply r on r.user_id = s.user_id and r.kind = n.kind
          where s.internet_session_id = c.internet_session_id and s.settled = 'infinity'), sent_shape) else sent_shape end
      where internet_session_id in (select * from due)
      returning internet_session_id, nas_id, kind, wish)
    select t.internet_session_id as id, t.nas_id, t.kind, t.wish, s.user_id, s.login, s.session_ref, host(s.address) as session_address,
      host(n.address) as device, n.coa_port, n.secret, n.kind as maker, r.shape, r.coa,
      s.internet_session_id is null or s.stopped_at is not null as is_over,
      extract(epoch from now())::integer as now_s
    from taken t join radius.nas n using (nas_id) left join internet_session s on s.internet_session_id = t.internet_session_id and s.settled = 'infinity'
      left join radius.reply r on r.user_id = s.user_id and r.kind = n.kind`);

type Settled = Pick<DueOrder, 'id' | 'wish'>;

const settle = (tx: Tx, { id, wish }: Settled, answer: string, more: Sql): Promise<number> =>
  tx.run(sql`
    update radius.coa set answer = ${answer}, answered_at = now(), sent_shape = null, ${more},
      due_at = case when wish <> ${wish} then now() end
    where internet_session_id = ${id}`);

/** The device has agreed: to a change, so the session has this shape now; or to the end, which its Stop will prove. */
export const noteOrderAgreed = (tx: Tx, order: Settled, shape: string | null): Promise<number> =>
  settle(tx, order, 'ack', sql`told_shape = coalesce(${shape}, told_shape)`);

/** Nothing more is sent by itself: the next look at what differs decides. */
export const noteOrderRefused = (tx: Tx, order: Settled, answer: string): Promise<number> =>
  settle(tx, order, answer, sql`told_shape = told_shape`);

/** What cannot be changed is ended instead, this session now and for an hour all of this device. */
export async function endInstead(tx: Tx, order: Settled & Pick<DueOrder, 'nas_id'>, answer: string): Promise<void> {
  await tx.run(sql`update radius.nas set no_change_until = now() + interval '1 hour' where nas_id = ${order.nas_id}`);
  await tx.run(sql`
    update radius.coa set kind = case when wish = ${order.wish} then 'disconnect' else kind end, answer = ${answer}, answered_at = now(),
      sent_shape = null, wish = wish + 1, due_at = now()
    where internet_session_id = ${order.id}`);
}

/** The device does not know the session: it has ended, and nobody has told. A later report takes that back. */
export async function noteUnknown(tx: Tx, order: Settled, answer: string): Promise<void> {
  await tx.run(sql`
    update internet_session set stopped_at = greatest(started_at, coalesce(seen_at, now())), is_presumed = true,
      end_cause = case when end_ordered_at is not null then 'portal_request' else 'Lost-Stop' end
    where internet_session_id = ${order.id} and settled = 'infinity' and stopped_at is null`);
  await settle(tx, order, answer, sql`told_shape = told_shape`);
}

/** Seconds between two questions to a silent device. */
const PROBE_S = 10;

/** Returns since when the device has been silent. */
export async function noteSilence(
  tx: Tx,
  { id, nas_id }: Pick<DueOrder, 'id' | 'nas_id'>,
): Promise<Instant | undefined> {
  await tx.run(sql`
    update radius.coa set answer = 'silence', answered_at = now(), due_at = now() where internet_session_id = ${id}`);
  const row = await tx.maybe<{ is_silent_since: Instant | null }>(sql`
    update radius.nas set is_silent_since = coalesce(is_silent_since, now()), probe_at = now() + make_interval(secs => ${PROBE_S})
    where nas_id = ${nas_id} returning is_silent_since`);
  return row?.is_silent_since ?? undefined;
}

/** A device that answers, or tells of its sessions, is not silent. */
export const noteHeard = (tx: Tx, nasId: number): Promise<number> =>
  tx.run(
    sql`update radius.nas set is_silent_since = null, probe_at = null where nas_id = ${nasId} and is_silent_since is not null`,
  );

/** Devices that have told of a session since they were asked in vain. */
export const forgetSilenceOfTheHeard = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update radius.nas n set is_silent_since = null, probe_at = null
    where is_silent_since is not null and exists (
      select from internet_session s where s.settled = 'infinity' and s.nas = n.address and s.seen_at > n.is_silent_since)`);

/** Forgets what sessions were told that are over; returns how many. */
export const forgetEnded = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from radius.coa c where not exists (
      select from internet_session s where s.internet_session_id = c.internet_session_id and s.settled = 'infinity' and s.stopped_at is null)`);
