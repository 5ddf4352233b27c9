import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { Notice } from '#server/domain/messaging/notice.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import { instant } from '@kabinet/contract/kernel/day';
import { cancelVisit, isOwnWindow, setArrival, setArrived, takeWindow } from '../visits/visit.queries.ts';
import { orderAnswered, orderAsked, orderDone, orderVisitComing, orderVisitSet } from './notices.ts';
import { ARRIVED, comingText, windowText, type OrderAnswer } from './order.texts.ts';
import { hasUnansweredMessage, isFirstHeard, lockOrder, setAssignee, type OrderInFull } from './order.queries.ts';
import { isClosed, type OrderState } from './order.rules.ts';
import { answerGiven, say } from './say.ts';

/** What operators, or the help desk, do with an order. */
export const DEEDS = ['answer', 'ask', 'assign', 'start', 'close'] as const;
export type ProviderDeed = (typeof DEEDS)[number];

export interface ProviderStep {
  readonly orderId: number;
  readonly deed: ProviderDeed;
  readonly text: string;
  /** The name that the client sees: «Ольга, поддержка». */
  readonly name: string;
  /** The help desk's own id of its message. */
  readonly messageId?: string;
  /** Uploaded for this contract by the staff. */
  readonly files?: readonly AskedId<'file'>[] | undefined;
  /** When it was done, if it is told later. */
  readonly doneAt?: Date | undefined;
}

interface Outcome {
  /** `said`: these very words of ours are the last in it, as when two operators answer at once. */
  readonly outcome: 'done' | 'known' | 'said';
  readonly state: OrderState;
}

const KINDS = { answer: 'message', ask: 'message', assign: 'state', start: 'state', close: 'state' } as const;
const NOTICES: Partial<Record<ProviderDeed, Notice<OrderAnswer & { eventId: number }>>> = {
  answer: orderAnswered,
  ask: orderAsked,
  close: orderDone,
};

/** Answers, asks, assigns or closes; the client is told by a notice. Undefined: no such order; `closed`: it is over. */
export async function carryOutDeed(tx: Tx, done: ProviderStep, at: At): Promise<Outcome | 'closed' | undefined> {
  const { orderId, deed, text, name, messageId, files, doneAt } = done;
  const order = await lockOrder(tx, orderId);
  if (!order) return undefined;
  if (messageId !== undefined && !(await isFirstHeard(tx, messageId, orderId, at.now)))
    return { outcome: 'known', state: order.state };
  if (isClosed(order)) return 'closed';
  const state = stateAfter(order, deed);
  if (messageId === undefined && isSaid(order, done, state)) return { outcome: 'said', state };
  const eventId = await say(
    tx,
    order,
    {
      kind: KINDS[deed],
      state,
      author: 'provider',
      authorName: name,
      text,
      files,
      doneAt,
      isFromHelpDesk: messageId !== undefined,
    },
    at,
  );
  await settle(tx, done, at);
  const notice = NOTICES[deed];
  if (notice) await notify(tx, notice, order.contract_id, { orderId, goal: order.goal, text, eventId }, at);
  return { outcome: 'done', state };
}

/** Whether the order ends with these words of ours already, and the deed would change nothing else. */
const isSaid = (order: OrderInFull, { deed, text, name }: ProviderStep, state: OrderState): boolean =>
  order.last_author === 'provider' &&
  order.last_text === text &&
  order.state === state &&
  (deed !== 'assign' || order.assignee === name);

async function settle(tx: Tx, { orderId, deed, name }: ProviderStep, { now }: At): Promise<void> {
  if (deed === 'assign') await setAssignee(tx, orderId, name);
  if (deed !== 'assign' && deed !== 'start') await answerGiven(tx, orderId);
  if (deed === 'close') await cancelVisit(tx, orderId, now);
}

function stateAfter({ state }: OrderInFull, deed: ProviderDeed): OrderState {
  if (deed === 'close') return 'done';
  if (deed === 'ask') return 'waiting_client';
  if (deed === 'start') return 'in_progress';
  return state === 'new' ? 'accepted' : state;
}

interface Visit {
  readonly orderId: number;
  readonly slotId: number;
  readonly name: string;
}

/** Sets the window of a visit, or another one, in the town of the contract. */
export async function setVisit(
  tx: Tx,
  { orderId, slotId, name }: Visit,
  at: At,
): Promise<'set' | 'closed' | 'elsewhere' | 'taken' | undefined> {
  const order = await lockOrder(tx, orderId);
  if (!order) return undefined;
  if (isClosed(order)) return 'closed';
  if (!(await isOwnWindow(tx, order.contract_id, slotId))) return 'elsewhere';
  const booked = await takeWindow(tx, orderId, slotId, at.now);
  if (!booked) return 'taken';
  const window = windowText(booked.from, booked.to, at.zone, at.now);
  const state = order.state === 'new' ? 'accepted' : order.state;
  const said = {
    kind: 'visit',
    state,
    author: 'provider',
    authorName: name,
    text: `Визит мастера: ${window}`,
  } as const;
  const eventId = await say(tx, order, said, at);
  await answerGiven(tx, orderId);
  await notify(tx, orderVisitSet, order.contract_id, { orderId, goal: order.goal, window, eventId }, at);
  return 'set';
}

interface Arrival {
  readonly orderId: number;
  readonly arrivesAt: Date;
  readonly name: string;
  /** When it was so, if it is told later. */
  readonly doneAt?: Date | undefined;
}

/** A master who is on his way, or there, is the answer to an order; not to what its client has asked since the visit was set. */
async function visitAnswers(tx: Tx, orderId: number): Promise<void> {
  if (!(await hasUnansweredMessage(tx, orderId))) await answerGiven(tx, orderId);
}

/**
 * The master is on his way: the client is told when he will be there, unless that has passed. Undefined: no such order; `no_visit`: nobody is
 * to come.
 */
export async function tellArrival(
  tx: Tx,
  { orderId, arrivesAt, name, doneAt }: Arrival,
  at: At,
): Promise<'told' | 'closed' | 'no_visit' | undefined> {
  const order = await lockOrder(tx, orderId);
  if (!order) return undefined;
  if (isClosed(order)) return 'closed';
  if (!(await setArrival(tx, orderId, arrivesAt))) return 'no_visit';
  await visitAnswers(tx, orderId);
  const time = momentWord(instant(arrivesAt), at);
  const eventId = await say(
    tx,
    order,
    { kind: 'visit', state: order.state, author: 'provider', authorName: name, text: comingText(time), doneAt },
    at,
  );
  if (arrivesAt > at.now)
    await notify(tx, orderVisitComing, order.contract_id, { orderId, goal: order.goal, time, eventId }, at);
  return 'told';
}

/** The master has come: the work of the order begins. The client sees it in the order. */
export async function tellArrived(
  tx: Tx,
  { orderId, name, doneAt }: Omit<Arrival, 'arrivesAt'>,
  at: At,
): Promise<'told' | 'closed' | 'no_visit' | undefined> {
  const order = await lockOrder(tx, orderId);
  if (!order) return undefined;
  if (isClosed(order)) return 'closed';
  if (!(await setArrived(tx, orderId, doneAt ?? at.now))) return 'no_visit';
  await visitAnswers(tx, orderId);
  const said = { kind: 'visit', state: 'in_progress', author: 'provider', authorName: name, text: ARRIVED } as const;
  await say(tx, order, { ...said, doneAt }, at);
  return 'told';
}
