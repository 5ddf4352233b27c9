import type { OperatorContract } from '@kabinet/contract/staff';
import { instant } from '@kabinet/contract/kernel/day';
import { operatorContract } from '@kabinet/contract/staff';
import { holdOrder, unknownTo } from '#server/domain/support/queue/lease.ts';
import { endLease, leaseOf, type OrderLease } from '#server/domain/support/queue/lease.queries.ts';
import { eventsOf, orderById } from '#server/domain/support/order/order.queries.ts';
import {
  orderCounts,
  orderPlace,
  orderQueue,
  type OrderPlace,
  type QueueRow,
} from '#server/domain/support/queue/queue.queries.ts';
import { carryOutDeed, type ProviderDeed } from '#server/domain/support/order/provider-side.ts';
import { readyAnswers } from '#server/domain/support/queue/ready-answers.texts.ts';
import { shortened, momentWord } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, Operator, ScopeOf } from '#server/kernel/world.ts';
import { addressText } from '../../shared/address-text.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { fileHandlers } from './files.handlers.ts';
import { filingHandlers } from './filing.handlers.ts';
import { requestHandlers } from './requests.handlers.ts';
import { visitHandlers } from './visits.handlers.ts';
import { demandOwnOrder, calledNames, whoSays } from './who.ts';

/** The most lines of a timeline. */
const MOST = 500;
/** Signs of an answer that a refusal repeats. */
const MOST_REPEATED = 200;

const calls = operatorContract.orders;

const personOf = ({ entry }: Operator): number | null => entry?.personId ?? null;

const mineOf = (operator: Operator) => ({ mine: calledNames(operator), personId: personOf(operator) });

const heldBy = (lease: OrderLease | undefined, operator: Operator) =>
  lease ? { name: lease.name, until: lease.until, is_mine: lease.person_id === personOf(operator) } : null;

const leaseIn = ({ holder_id: id, holder_name: name, held_until: until }: QueueRow): OrderLease | undefined =>
  id === null || name === null || until === null ? undefined : { person_id: id, name, until };

const listed = (order: Omit<QueueRow, 'holder_id' | 'holder_name' | 'held_until'>) => {
  const { visit_from: from, visit_to: to, last_author: author, last_text: said } = order;
  const { order_id, contract_id, goal, state, created_at, answer_by, late_times, assignee, text, name } = order;
  return {
    ...{ order_id, contract_id, goal, state, created_at, answer_by, late_times, assignee, text, name },
    address: addressText(order satisfies OrderPlace),
    visit: from && to && { from, to },
    last: author && said !== null ? { author, text: said } : null,
  };
};

type DeedCall = OperatorContract['orders']['answer'];

/** Refuses whoever of the staff does not know that another is writing, or has written. */
async function refuseUnknowing(
  { order_id: orderId, seen }: { readonly order_id: number; readonly seen?: number | undefined },
  scope: ScopeOf<DeedCall>,
): Promise<void> {
  const personId = personOf(scope.operator);
  if (personId === null) return;
  const { name } = scope.operator;
  const unknown = await unknownTo(scope.db, { orderId, personId, name, seen }, scope.now);
  if (!unknown) return;
  if ('holder' in unknown) throw held(unknown.holder, scope);
  throw new Problem('order_answered_meanwhile', {
    message: `Пока вы писали, ответили: ${unknown.author_name}, «${shortened(unknown.text, MOST_REPEATED)}». Прочитайте и отправьте ещё раз, если нужно`,
  });
}

const held = ({ name, until }: OrderLease, scope: ScopeOf<DeedCall>): Problem =>
  new Problem('order_held', {
    message: `Заявку ведёт ${name}, до ${momentWord(until, atOf(scope))}. Заберите её или дождитесь`,
  });

/** Of an assignment the name is that of whoever is to do it. */
const nameFor = (deed: ProviderDeed, operator: Operator, typed: string | undefined): string =>
  deed === 'assign' && typed !== undefined ? typed : whoSays(operator, typed);

const ENDING: ReadonlySet<ProviderDeed> = new Set(['answer', 'ask', 'close']);

const doing =
  (deed: ProviderDeed): Handler<DeedCall> =>
  async ({ body: { order_id: orderId, name, text, seen, files, done_at: written } }, scope) => {
    const { db, operator } = scope;
    const doneAt = await demandOwnOrder(scope, calls[deed], orderId, written);
    await refuseUnknowing({ order_id: orderId, seen }, scope);
    const done = await carryOutDeed(
      db,
      { orderId, deed, name: nameFor(deed, operator, name), text, files, doneAt },
      atOf(scope),
    );
    if (done === undefined) throw new Problem('order_unknown');
    if (done === 'closed') throw new Problem('order_is_closed');
    if (done.outcome === 'said') throw new Problem('order_said');
    const personId = personOf(operator);
    if (personId !== null && ENDING.has(deed)) await endLease(db, orderId, personId);
    return { state: done.state };
  };

export const orderHandlers: PlainHandlers<OperatorContract['orders'], 'addFile' | 'openFile'> = {
  list: async ({ query }, { db, now, operator }) => {
    const mine = mineOf(operator);
    const [{ items, next }, counts] = await Promise.all([
      orderQueue(db, { ...query, ...mine }, now),
      orderCounts(db, mine, now),
    ]);
    return {
      items: items.map((order) => ({ ...listed(order), held_by: heldBy(leaseIn(order), operator) })),
      next,
      counts,
    };
  },
  show: async ({ query }, scope) => {
    const { db, now, operator } = scope;
    const order = await orderById(db, query.order_id);
    if (!order) throw new Problem('order_unknown');
    await demandOwnOrder(scope, calls.show, order.order_id);
    const [{ accounts, printed_no, ...place }, events, lease] = await Promise.all([
      orderPlace(db, order.contract_id),
      eventsOf(db, order.order_id, MOST),
      leaseOf(db, order.order_id, now),
    ]);
    const { phone, wished_time, service, master, arrives_at, arrived_at, asks_visit, checks, goal_kind } = order;
    return {
      ...listed({ ...order, ...place }),
      printed_no,
      held_by: heldBy(lease, operator),
      town: place.town,
      ...{ phone, wished_time, service, master, arrives_at, arrived_at, asks_visit, accounts, checks, events },
      ready: readyAnswers(goal_kind, asks_visit),
    };
  },
  answer: doing('answer'),
  ask: doing('ask'),
  assign: doing('assign'),
  start: doing('start'),
  close: doing('close'),
  hold: async ({ body: { order_id: orderId, over } }, scope) => {
    const personId = personOf(scope.operator);
    if (personId === null) throw new Problem('person_needed');
    const done = await holdOrder(scope.db, { orderId, personId, over: over === 'yes' }, scope.now);
    if (done === undefined) throw new Problem('order_unknown');
    if (done === 'closed') throw new Problem('order_is_closed');
    if ('person_id' in done) throw held(done, scope);
    if (done.isLonger) scope.leaveNoRow();
    return { order_id: orderId, until: instant(done.until), taken_from: done.from };
  },
  release: async ({ body: { order_id: orderId } }, { db, operator }) => {
    const personId = personOf(operator);
    if (personId === null) throw new Problem('person_needed');
    if (!(await orderById(db, orderId))) throw new Problem('order_unknown');
    await endLease(db, orderId, personId);
    return { order_id: orderId };
  },
  ...filingHandlers,
  ...fileHandlers,
  ...visitHandlers,
  ...requestHandlers,
};
