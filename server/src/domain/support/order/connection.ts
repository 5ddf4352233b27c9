import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { goalOfVisit } from './goal.queries.ts';
import { insertOrder, orderById } from './order.queries.ts';
import { setVisit } from './provider-side.ts';
import { promiseAnswer, say } from './say.ts';

interface Connection {
  readonly contractId: number;
  /** The service that is connected, or connected anew. */
  readonly userId: number;
  readonly slotId: number;
  readonly phone: string | null;
  readonly text: string;
  /** The name that the client sees. */
  readonly name: string;
}

export interface ConnectionVisit {
  readonly order_id: number;
  readonly from: Instant;
  readonly to: Instant;
  readonly master: string;
}

/** Orders the visit that connects a service at an address, as the office has agreed with the client. */
export async function orderConnection(tx: Tx, wanted: Connection, at: At): Promise<ConnectionVisit> {
  const { contractId, userId, slotId, phone, text, name } = wanted;
  const goal = await goalOfVisit(tx);
  if (!goal) throw new Problem('slot_not_free', { message: 'Нет темы заявок с визитом мастера: добавьте её' });
  const filed = { contractId, goalId: goal.goal_id, userId, text, phone, wishedTime: null, checks: [] };
  const orderId = await insertOrder(tx, { ...filed, now: at.now });
  const order = { order_id: orderId, contract_id: contractId, answer_minutes: goal.answer_minutes };
  await say(tx, order, { author: 'provider', authorName: name, kind: 'state', state: 'new', text }, at);
  await promiseAnswer(tx, order, at);
  if ((await setVisit(tx, { orderId, slotId, name }, at)) !== 'set') throw new Problem('slot_not_free');
  const made = await orderById(tx, orderId);
  if (!made?.visit_from || !made.visit_to) throw new Error(`Order ${orderId} has no visit`);
  return { order_id: orderId, from: made.visit_from, to: made.visit_to, master: made.master ?? '' };
}
