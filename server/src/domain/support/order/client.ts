import { instant } from '@kabinet/contract/kernel/day';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { cancelVisit, forgetPastVisit, isOwnWindow, takeWindow, type BookedVisit } from '../visits/visit.queries.ts';
import { windowText } from './order.texts.ts';
import { goalById } from './goal.queries.ts';
import {
  countOpen,
  insertOrder,
  lockOwnOrder,
  orderById,
  setRating,
  type Check,
  type OrderInFull,
} from './order.queries.ts';
import { mayAnswer, mayClose, mayMove, mayRate, mayReopen } from './order.rules.ts';
import { answerGiven, promiseAnswer, say } from './say.ts';

/** The most open orders of a contract. */
const MOST_OPEN = 10;
/** How long before its beginning a visit can be ordered: the master needs this notice. */
const VISIT_NOTICE_MS = 2 * 3_600_000;

export const soonestVisit = (now: Date): Date => new Date(now.getTime() + VISIT_NOTICE_MS);

type Files = readonly AskedId<'file'>[];

interface OrderAuthor {
  readonly author: 'client' | 'provider';
  readonly authorName: string | null;
}
const BY_CLIENT: OrderAuthor = { author: 'client', authorName: null };

interface Filed {
  readonly contractId: number;
  readonly goalId: number;
  readonly userId: number | null;
  readonly text: string;
  readonly phone: string | undefined;
  readonly wishedTime: string | undefined;
  readonly slotId: number | undefined;
  readonly files: Files;
  readonly checks: readonly Check[];
  /** The name of whoever of the staff files it for the client. */
  readonly byStaff?: string;
}

/** Files an order; an answer is promised from now on. */
export async function fileOrder(tx: Tx, filed: Filed, at: At): Promise<OrderInFull> {
  const { contractId, phone, slotId, byStaff } = filed;
  const by: OrderAuthor = byStaff === undefined ? BY_CLIENT : { author: 'provider', authorName: byStaff };
  const goal = await goalById(tx, filed.goalId);
  if (phone === undefined) throw new Problem('order_no_phone');
  if ((await countOpen(tx, contractId)) >= MOST_OPEN) throw new Problem('order_too_many');
  const orderId = await insertOrder(tx, { ...filed, phone, wishedTime: filed.wishedTime ?? null, now: at.now });
  const order = { order_id: orderId, contract_id: contractId, answer_minutes: goal.answer_minutes };
  await say(tx, order, { ...by, kind: 'state', state: 'new', text: filed.text, files: filed.files }, at);
  if (slotId !== undefined) await book(tx, { contractId, orderId, slotId, state: 'new', by }, at);
  await promiseAnswer(tx, order, at);
  const made = await orderById(tx, orderId);
  if (!made) throw new Error(`Order ${orderId} is gone`);
  return made;
}

interface SlotBooking {
  readonly contractId: number;
  readonly orderId: number;
  readonly slotId: number;
  readonly state: OrderInFull['state'];
  readonly by: OrderAuthor;
}

async function book(tx: Tx, { contractId, orderId, slotId, state, by }: SlotBooking, at: At): Promise<BookedVisit> {
  if (!(await isOwnWindow(tx, contractId, slotId))) throw new Problem('not_found');
  const booked = await takeWindow(tx, orderId, slotId, soonestVisit(at.now));
  if (!booked) throw new Problem('slot_taken');
  const text = `Визит мастера: ${windowText(booked.from, booked.to, at.zone, at.now)}`;
  await say(tx, { order_id: orderId, contract_id: contractId }, { ...by, kind: 'visit', state, text }, at);
  return booked;
}

interface Written {
  readonly order: AskedId<'order'>;
  readonly text: string;
  readonly files?: Files;
}

/** Adds the client's message; promises an answer within the time of the goal, but does not prolong a promise that is late. */
export async function answer(tx: Tx, contractId: number, written: Written, at: At) {
  const order = await lockOwnOrder(tx, contractId, written.order);
  if (!mayAnswer(order).possible) throw new Problem('order_closed');
  const state = order.state === 'waiting_client' ? 'in_progress' : order.state;
  await say(tx, order, { ...BY_CLIENT, kind: 'message', state, text: written.text, files: written.files ?? [] }, at);
  const answerBy = order.answer_by ?? instant(await promiseAnswer(tx, order, at));
  return { order_id: order.order_id, state, answer_by: answerBy };
}

export async function cancelOrder(tx: Tx, contractId: number, asked: AskedId<'order'>, at: At) {
  const order = await lockOwnOrder(tx, contractId, asked);
  if (order.state === 'done') throw new Problem('order_closed');
  const state = 'cancelled';
  if (order.state !== 'cancelled') {
    const { possible, reason } = mayClose(order);
    if (!possible) throw new Problem('order_connects', reason === null ? {} : { message: reason });
    await say(tx, order, { ...BY_CLIENT, kind: 'state', state, text: 'Заявку отменили' }, at);
    await cancelVisit(tx, order.order_id, at.now);
    await answerGiven(tx, order.order_id);
  }
  return { order_id: order.order_id, state } as const;
}

export async function reopen(tx: Tx, contractId: number, { order: asked, text }: Written, at: At) {
  const order = await lockOwnOrder(tx, contractId, asked);
  const { possible, reason } = mayReopen(order, at.now);
  if (!possible) throw new Problem('order_not_reopened', reason === null ? {} : { message: reason });
  const state = 'in_progress';
  await say(tx, order, { ...BY_CLIENT, kind: 'state', state, text }, at);
  await setRating(tx, order.order_id, null, null);
  await forgetPastVisit(tx, order.order_id, at.now);
  return { order_id: order.order_id, state, answer_by: instant(await promiseAnswer(tx, order, at)) } as const;
}

interface Rated {
  readonly order: AskedId<'order'>;
  readonly rating: number;
  readonly text: string | undefined;
}

export async function rateDoneOrder(tx: Tx, contractId: number, { order: asked, rating, text = '' }: Rated, at: At) {
  const order = await lockOwnOrder(tx, contractId, asked);
  if (!mayRate(order).possible) throw new Problem('order_not_rated');
  await setRating(tx, order.order_id, rating, text === '' ? null : text);
  const told = `Оценка ${rating} из 5${text === '' ? '' : `: ${text}`}`;
  await say(tx, order, { ...BY_CLIENT, kind: 'rating', state: order.state, text: told }, at);
  return { order_id: order.order_id, rating };
}

interface Moved {
  readonly order: AskedId<'order'>;
  readonly slotId: number;
  readonly hoursBefore: number;
}

export async function moveVisit(tx: Tx, contractId: number, { order: asked, slotId, hoursBefore }: Moved, at: At) {
  const order = await lockOwnOrder(tx, contractId, asked);
  if (!mayAnswer(order).possible) throw new Problem('order_closed');
  const { possible, reason } = mayMove(order, hoursBefore, at.now);
  if (!possible) throw new Problem('visit_not_moved', reason === null ? {} : { message: reason });
  const orderId = order.order_id;
  const { from, to } = await book(tx, { contractId, orderId, slotId, state: order.state, by: BY_CLIENT }, at);
  return { order_id: orderId, visit: { from, to } };
}
