import { z } from 'zod';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { cursorOf, lastId, pageFrom, type Page, type PageWanted } from '#server/domain/shared/page.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import { isClosed, type OrderState } from './order.rules.ts';

export type Check = Result<typeof contract.support.check>['checks'][number];
type Author = 'client' | 'provider' | 'portal';

export interface OrderRow {
  order_id: number;
  goal: string;
  text: string;
  state: OrderState;
  created_at: Instant;
  updated_at: Instant;
  visit_from: Instant | null;
  visit_to: Instant | null;
  arrives_at: Instant | null;
  answer_by: Instant | null;
  late_times: number;
  rating: number | null;
  last_author: Author | null;
  last_text: string | null;
}

const readCursor = cursorOf(z.enum(['open', 'closed']), lastId);
const orderCursor = (last: OrderRow) => `${isClosed(last) ? 'closed' : 'open'}.${last.order_id}`;

/** The columns of `OrderRow`, of an order `o` with its `goal`. */
export const ORDER_COLUMNS = sql`o.order_id, goal.name as goal, o.text, o.state, o.created_at, o.updated_at, o.visit_from, o.visit_to, o.arrives_at,
  o.answer_by, o.late_times, o.rating, o.last_author, o.last_text`;

const openFirst = (a: OrderRow, b: OrderRow): number =>
  Number(isClosed(a)) - Number(isClosed(b)) || b.order_id - a.order_id;

/** Orders of the contract, open ones first, then newest first; each group is read by key along one index. */
export async function ordersOf(tx: Tx, contractId: number, wanted: PageWanted): Promise<Page<OrderRow>> {
  const [group, last] = readCursor(wanted.cursor) ?? ['open', Number.MAX_SAFE_INTEGER];
  const rows = await tx.rows<OrderRow>(sql`
    select ${ORDER_COLUMNS} from (
      (select * from support_order
        where contract_id = ${contractId} and not (state in ('done', 'cancelled'))
          and ${group} = 'open' and order_id < ${last}
        order by order_id desc limit ${wanted.limit + 1})
      union all
      (select * from support_order
        where contract_id = ${contractId} and (state in ('done', 'cancelled'))
          and (${group} = 'open' or order_id < ${last})
        order by order_id desc limit ${wanted.limit + 1})
    ) o join support_goal goal using (goal_id)`);
  return pageFrom(rows.toSorted(openFirst), wanted.limit, orderCursor);
}

export interface OrderInFull extends OrderRow {
  contract_id: number;
  goal_id: number;
  answer_minutes: number;
  asks_visit: boolean;
  goal_kind: ServiceKind | null;
  /** The program whose service the visit connects, while that is being connected. */
  connects: string | null;
  user_id: number | null;
  service: string | null;
  phone: string | null;
  wished_time: string | null;
  checks: Check[];
  assignee: string | null;
  master: string | null;
  arrived_at: Instant | null;
  rating_text: string | null;
}

const inFull = (condition: Sql) => sql`
  select ${ORDER_COLUMNS}, o.contract_id, o.goal_id, goal.answer_minutes, goal.asks_visit, goal.service_kind as goal_kind, o.user_id, u.name as service, o.phone, o.wished_time, o.checks, o.assignee, slot.master, o.arrived_at,
    o.rating_text,
    (select p.name from contract_program cp join program p using (program_id)
      where cp.contract_id = o.contract_id and cp.user_id = o.user_id and p.visit_goal_id = o.goal_id and u.state = 'connecting') as connects
  from support_order o join support_goal goal using (goal_id)
  left join service_user u using (user_id) left join visit_slot slot using (order_id)
  where ${condition}`;

/** An order of the caller's contract; another's is refused exactly like none. */
export async function ownOrder(tx: Tx, contractId: number, orderId: AskedId<'order'>): Promise<OrderInFull> {
  const order = await tx.maybe<OrderInFull>(inFull(sql`o.order_id = ${orderId} and o.contract_id = ${contractId}`));
  if (!order) throw new Problem('not_found');
  return order;
}

/** An order of the caller's contract, locked for a change. */
export async function lockOwnOrder(tx: Tx, contractId: number, orderId: AskedId<'order'>): Promise<OrderInFull> {
  await tx.run(
    sql`select from support_order where order_id = ${orderId} and contract_id = ${contractId} for no key update`,
  );
  return ownOrder(tx, contractId, orderId);
}

/** An order by its number, for the provider; locked for a change. */
export async function lockOrder(tx: Tx, orderId: number): Promise<OrderInFull | undefined> {
  await tx.run(sql`select from support_order where order_id = ${orderId} for no key update`);
  return orderById(tx, orderId);
}

export const orderById = (tx: Tx, orderId: number): Promise<OrderInFull | undefined> =>
  tx.maybe(inFull(sql`o.order_id = ${orderId}`));

/** Of `support_order o`. */
export const OPEN_ORDER = sql`o.state not in ('done', 'cancelled')`;

export interface NewOrder {
  readonly contractId: number;
  readonly goalId: number;
  readonly userId: number | null;
  readonly text: string;
  readonly phone: string | null;
  readonly wishedTime: string | null;
  readonly checks: readonly Check[];
  readonly now: Date;
}

export async function insertOrder(tx: Tx, order: NewOrder): Promise<number> {
  const { order_id } = await tx.one<{ order_id: number }>(sql`
    insert into support_order
      (contract_id, goal_id, user_id, text, state, created_at, updated_at, phone, wished_time, checks)
    values (${order.contractId}, ${order.goalId}, ${order.userId}, ${order.text}, 'new', ${order.now}, ${order.now},
      ${order.phone}, ${order.wishedTime}, ${JSON.stringify(order.checks)}::jsonb)
    returning order_id`);
  return order_id;
}

export async function countOpen(tx: Tx, contractId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*) from support_order where contract_id = ${contractId} and state not in ('done', 'cancelled')`);
  return count;
}

/** An open order of the same goal and service. */
export const openOfGoal = (
  tx: Tx,
  contractId: number,
  goalId: number,
): Promise<Pick<OrderRow, 'order_id' | 'goal' | 'visit_from' | 'visit_to'> | undefined> =>
  tx.maybe(sql`
    select o.order_id, goal.name as goal, o.visit_from, o.visit_to
    from support_order o join support_goal goal using (goal_id)
    where o.contract_id = ${contractId} and o.goal_id = ${goalId} and not (o.state in ('done', 'cancelled'))
    order by o.order_id desc limit 1`);

export interface NewEvent {
  readonly orderId: number;
  readonly kind: 'state' | 'message' | 'visit' | 'rating' | 'late';
  readonly state: OrderState;
  readonly author: Author;
  readonly authorName: string | null;
  readonly text: string;
  readonly now: Date;
  /** When it was done, if it is told later. */
  readonly doneAt?: Date | undefined;
}

/** Adds a line of the timeline and shows it in the list. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<number> {
  const { support_event_id } = await tx.one<{ support_event_id: number }>(sql`
    insert into support_event (order_id, happened_at, state, text, author, author_name, kind, done_at)
    values (${event.orderId}, ${event.now}, ${event.state}, ${event.text}, ${event.author}, ${event.authorName},
      ${event.kind}, ${event.doneAt ?? null})
    returning support_event_id`);
  await tx.run(sql`
    update support_order set state = ${event.state}, updated_at = ${event.now}, last_author = ${event.author},
      last_text = ${event.text}
    where order_id = ${event.orderId}`);
  return support_event_id;
}

/** Stores until when an answer is promised; null: no answer is awaited. */
export const setAnswerBy = (tx: Tx, orderId: number, answerBy: Date | null, lateTimes: number): Promise<number> =>
  tx.run(sql`update support_order set answer_by = ${answerBy}, late_times = ${lateTimes} where order_id = ${orderId}`);

export const setAssignee = (tx: Tx, orderId: number, assignee: string): Promise<number> =>
  tx.run(sql`update support_order set assignee = ${assignee} where order_id = ${orderId}`);

export const setRating = (tx: Tx, orderId: number, rating: number | null, text: string | null): Promise<number> =>
  tx.run(sql`update support_order set rating = ${rating}, rating_text = ${text} where order_id = ${orderId}`);

interface FileRow {
  file_id: string;
  name: string;
  type: string;
  bytes: number;
}

export interface EventRow {
  event_id: number;
  order_id: number;
  kind: NewEvent['kind'];
  state: OrderState;
  author: Author;
  author_name: string | null;
  text: string;
  happened_at: Instant;
  done_at: Instant | null;
  files: FileRow[];
}

const EVENT = sql`
  e.support_event_id as event_id, e.order_id, e.kind, e.state, e.author, e.author_name, e.text, e.happened_at, e.done_at,
  coalesce((
    select jsonb_agg(jsonb_build_object('file_id', f.file_id, 'name', f.name, 'type', f.type, 'bytes', f.bytes)
      order by f.created_at, f.file_id)
    from support_file f where f.support_event_id = e.support_event_id
  ), '[]') as files`;

/** The last events of an order, oldest first. */
export const eventsOf = (tx: Tx, orderId: number, most: number): Promise<EventRow[]> =>
  tx.rows(sql`
    select ${EVENT} from (
      select * from support_event where order_id = ${orderId} order by support_event_id desc limit ${most}
    ) e order by e.support_event_id`);

export const eventById = (tx: Tx, eventId: number): Promise<EventRow | undefined> =>
  tx.maybe(sql`select ${EVENT} from support_event e where e.support_event_id = ${eventId}`);

/** Whether the client has written since the provider has said something in the order. */
export const hasUnansweredMessage = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select from support_event asked
    where order_id = ${orderId} and kind = 'message' and author = 'client' and not exists (
      select from support_event said
      where said.order_id = asked.order_id and said.author = 'provider' and said.kind in ('message', 'visit')
        and said.support_event_id > asked.support_event_id)
    limit 1`)) !== undefined;

const readEventCursor = cursorOf(lastId);

/** Events of the contract's orders, or of one of them, oldest first. */
export async function timelineOf(
  tx: Tx,
  contractId: number,
  orderId: number | undefined,
  wanted: PageWanted,
): Promise<Page<EventRow>> {
  const [after] = readEventCursor(wanted.cursor) ?? [0];
  const rows = await tx.rows<EventRow>(sql`
    select ${EVENT} from support_event e
    where e.order_id in (select order_id from support_order where contract_id = ${contractId})
      and (${orderId ?? null}::bigint is null or e.order_id = ${orderId ?? null})
      and e.support_event_id > ${after}
    order by e.support_event_id limit ${wanted.limit + 1}`);
  return pageFrom(rows, wanted.limit, (last) => String(last.event_id));
}

/** Stores the id of a help desk's message; false if it came before. */
export async function isFirstHeard(tx: Tx, messageId: string, orderId: number, now: Date): Promise<boolean> {
  const made = await tx.run(sql`
    insert into help_desk_message (message_id, order_id, received_at) values (${messageId}, ${orderId}, ${now})
    on conflict (message_id) do nothing`);
  return made === 1;
}
