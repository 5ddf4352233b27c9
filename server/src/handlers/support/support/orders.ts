import type { contract } from '@kabinet/contract';
import { maskedPhone } from '#server/domain/identity/contacts/address.rules.ts';
import { checkService, type CheckFacts } from '#server/domain/support/order/check.ts';
import {
  answer,
  cancelOrder,
  fileOrder,
  moveVisit,
  rateDoneOrder,
  reopen,
  soonestVisit,
} from '#server/domain/support/order/client.ts';
import { goalAbout, goalById, goals, type Goal } from '#server/domain/support/order/goal.queries.ts';
import {
  eventsOf,
  openOfGoal,
  ordersOf,
  ownOrder,
  timelineOf,
  type OrderRow,
} from '#server/domain/support/order/order.queries.ts';
import {
  mayAnswer,
  mayClose,
  mayMove,
  mayRate,
  mayReopen,
  moveUntil,
} from '#server/domain/support/order/order.rules.ts';
import { keepFile } from '#server/domain/support/files/keep-file.ts';
import { windowsFor } from '#server/domain/support/visits/visit.queries.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { withoutTransaction, type Handler, type ScopeOf, type Subscriber } from '#server/kernel/world.ts';
import { clientAndAddressOf, contactsForOrder } from '../../shared/contacts.queries.ts';

type Support = typeof contract.support;

const MOST_EVENTS = 200;
const DAY_MS = 86_400_000;
const DAYS_OF_WINDOWS = 14;

const atOf = ({ now, provider }: { now: Date; provider: Provider }) => ({ now, zone: provider.time_zone });

const spanOf = ({ visit_from, visit_to }: Pick<OrderRow, 'visit_from' | 'visit_to'>) =>
  visit_from && visit_to && { from: visit_from, to: visit_to };

const shown = <Order extends OrderRow>({ last_author: author, last_text: text, ...order }: Order) => ({
  ...order,
  visit: spanOf(order),
  last: author && text !== null ? { author, text } : null,
});

/** Hides the sums of a check about money from a technician: the balance, and the sentence about what is missing. */
const checksFor = ({ acting }: Subscriber, checks: CheckFacts['checks']): CheckFacts['checks'] =>
  acting?.role === 'technician'
    ? checks.map((one) => (one.what === 'debt' ? { ...one, value: null, detail: null } : one))
    : checks;

export const getOrders: Handler<Support['getOrders']> = async ({ query }, { db, subscriber }) => {
  const { items, next } = await ordersOf(db, subscriber.contractId, query);
  return { items: items.map(shown), next };
};

export const getOrdersTimeline: Handler<Support['getOrdersTimeline']> = async ({ query }, { db, subscriber }) => {
  const { order_id: asked, ...wanted } = query;
  const order = asked === undefined ? undefined : await ownOrder(db, subscriber.contractId, asked);
  return timelineOf(db, subscriber.contractId, order?.order_id, wanted);
};

export const getOrder: Handler<Support['getOrder']> = async ({ params }, { db, subscriber, now, provider }) => {
  const order = await ownOrder(db, subscriber.contractId, params.order_id);
  const hours = provider.support.move_hours_before;
  return {
    ...shown(order),
    checks: checksFor(subscriber, order.checks),
    phone: order.phone && maskedPhone(order.phone),
    answer: mayAnswer(order),
    close: mayClose(order),
    reopen: mayReopen(order, now),
    rate: mayRate(order),
    move: { ...mayMove(order, hours, now), until: moveUntil(order, hours) },
    events: await eventsOf(db, order.order_id, MOST_EVENTS),
  };
};

export const getOrderGoals: Handler<Support['getOrderGoals']> = async (_, { db }) =>
  (await goals(db)).map((goal) => ({ ...goal, asks_service: goal.service_kind !== null }));

function serviceOf({ subject, planMbit }: CheckFacts, home: string) {
  if (!subject) return null;
  const { kind, name, account, address, user, phoneNumber } = subject;
  const own = { user_id: user?.user_id ?? null, login: user?.login ?? null };
  return { kind, name, account, ...own, phone_number: phoneNumber, address: address ?? home, plan_mbit: planMbit };
}

/** The named goal or, without one, the goal of the service; and an open order with this goal. */
async function goalFor(
  { db, subscriber }: ScopeOf<Support['check']>,
  named: Goal | undefined,
  subject: CheckFacts['subject'],
) {
  const goal = named ?? (subject && (await goalAbout(db, subject.kind)));
  if (!goal) return { goal: null, open_order: null };
  const { goal_id, name, answer_minutes } = goal;
  const open = await openOfGoal(db, subscriber.contractId, goal_id);
  return {
    goal: { goal_id, name, answer_minutes },
    open_order: open ? { order_id: open.order_id, goal: open.goal, visit: spanOf(open) } : null,
  };
}

export const check: Handler<Support['check']> = async ({ query }, scope) => {
  const { db, subscriber } = scope;
  const named = query.goal_id === undefined ? undefined : await goalById(db, query.goal_id);
  const [checked, contacts, { client, address }] = await Promise.all([
    checkService(scope, { userId: query.user_id, phoneNumber: query.phone_number, goal: named }),
    contactsForOrder(db, subscriber),
    clientAndAddressOf(db, subscriber),
  ]);
  const { subject, checks, finding, incidentId } = checked;
  const phone = contacts.phone && maskedPhone(contacts.phone);
  return {
    service: serviceOf(checked, address),
    checks: checksFor(subscriber, checks),
    finding,
    incident_id: incidentId,
    known: { ...knownOf(subject, address), phone, client },
    ...(await goalFor(scope, named, subject)),
  };
};

const knownOf = (subject: CheckFacts['subject'], home: string) =>
  subject
    ? { user_id: subject.user?.user_id ?? null, service: subject.title, address: subject.address ?? home }
    : { user_id: null, service: null, address: home };

export const visitSlots: Handler<Support['visitSlots']> = (_, { db, subscriber, now }) =>
  windowsFor(db, subscriber.contractId, {
    from: soonestVisit(now),
    until: new Date(now.getTime() + DAYS_OF_WINDOWS * DAY_MS),
  });

export const addOrder: Handler<Support['addOrder']> = async ({ body }, scope) => {
  const { db, subscriber } = scope;
  const goal = await goalById(db, body.goal_id);
  const { checks, subject } = await checkService(scope, {
    userId: body.user_id,
    phoneNumber: body.phone_number,
    goal,
  });
  // A phone number has no service id, so the text of the order names it.
  const told = [...(subject?.phoneNumber ? [`Номер ${subject.name}`] : []), ...body.tried];
  const tried = told.map((title) => ({ what: 'tried', ok: true, title, detail: null, cure: null }) as const);
  const contacts = await contactsForOrder(db, subscriber);
  const filed = {
    contractId: subscriber.contractId,
    goalId: goal.goal_id,
    userId: subject?.user?.user_id ?? null,
    text: body.text,
    phone: body.phone ?? contacts.phone ?? undefined,
    wishedTime: body.wished_time,
    slotId: body.slot_id,
    files: body.files,
    checks: [...checks, ...tried],
  };
  return shown(await fileOrder(db, filed, atOf(scope)));
};

export const addFile = withoutTransaction<Support['addFile']>(({ body }, scope) =>
  keepFile(scope, { contractId: scope.subscriber.contractId, byStaff: false, ...body }, atOf(scope)),
);

export const answerOrder: Handler<Support['answer']> = ({ body: { order_id: order, ...said } }, scope) =>
  answer(scope.db, scope.subscriber.contractId, { order, ...said }, atOf(scope));

export const closeOrder: Handler<Support['close']> = ({ body }, scope) =>
  cancelOrder(scope.db, scope.subscriber.contractId, body.order_id, atOf(scope));

export const reopenOrder: Handler<Support['reopen']> = ({ body: { order_id: order, text } }, scope) =>
  reopen(scope.db, scope.subscriber.contractId, { order, text }, atOf(scope));

export const rateOrder: Handler<Support['rate']> = ({ body: { order_id: order, rating, text } }, scope) =>
  rateDoneOrder(scope.db, scope.subscriber.contractId, { order, rating, text }, atOf(scope));

export const moveOrderVisit: Handler<Support['moveVisit']> = (
  { body: { order_id: order, slot_id: slotId } },
  scope,
) => {
  const hoursBefore = scope.provider.support.move_hours_before;
  return moveVisit(scope.db, scope.subscriber.contractId, { order, slotId, hoursBefore }, atOf(scope));
};
