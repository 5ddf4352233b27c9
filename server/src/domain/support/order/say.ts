import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { helpDeskHears } from '#server/domain/help-desk/tell.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentWord } from '#server/domain/shared/text.rules.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { useFiles } from '../files/file.queries.ts';
import { orderLateJob } from '../jobs.ts';
import { orderLateNotice } from './notices.ts';
import { orderTopic } from './topic.ts';
import { isClosed } from './order.rules.ts';
import { lateText } from './order.texts.ts';
import { insertEvent, lockOrder, setAnswerBy, type NewEvent, type OrderInFull } from './order.queries.ts';

const MINUTE_MS = 60_000;

type OrderWords = Omit<NewEvent, 'orderId' | 'now'> & {
  readonly files?: readonly AskedId<'file'>[] | undefined;
  /** Whether the line came from the help desk, which then need not be told of it. */
  readonly isFromHelpDesk?: boolean;
};

/** Adds a line to the timeline of a locked order; the help desk is told of it, once. */
export async function say(
  tx: Tx,
  { order_id: orderId, contract_id: contractId }: Pick<OrderInFull, 'order_id' | 'contract_id'>,
  { files = [], isFromHelpDesk = false, ...said }: OrderWords,
  { now }: At,
): Promise<number> {
  const eventId = await insertEvent(tx, { ...said, orderId, now });
  if (files.length > 0) await useFiles(tx, contractId, files, eventId, now);
  if (!isFromHelpDesk) await helpDeskHears(tx, orderId, eventId);
  // A client who writes in an order has seen the question that it waited with.
  if (said.author === 'client') await settleMatter(tx, contractId, orderTopic(orderId), now);
  return eventId;
}

/** Promises an answer; when the time passes without one, the order goes to the senior of the shift. */
export async function promiseAnswer(
  tx: Tx,
  { order_id: orderId, answer_minutes: minutes }: Pick<OrderInFull, 'order_id' | 'answer_minutes'>,
  { now }: At,
  lateTimes = 0,
): Promise<Date> {
  const answerBy = new Date(now.getTime() + minutes * MINUTE_MS);
  await setAnswerBy(tx, orderId, answerBy, lateTimes);
  await addJob(tx, orderLateJob, { orderId, answerBy: instant(answerBy) }, { runAt: answerBy });
  return answerBy;
}

export const answerGiven = (tx: Tx, orderId: number): Promise<number> => setAnswerBy(tx, orderId, null, 0);

/** After this many missed promises there is no new one: the client is asked to call. */
const MOST_PROMISES = 2;

/** Carried out at the promised moment; does nothing if the answer has come, or the promise is another. */
export async function noteLate(
  tx: Tx,
  { orderId, answerBy }: { readonly orderId: number; readonly answerBy: string },
  at: At,
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || !isBroken(order, answerBy)) return;
  const lateTimes = order.late_times + 1;
  const next = lateTimes < MOST_PROMISES ? await promiseAnswer(tx, order, at, lateTimes) : null;
  // The last promise stays, in the past, so that the screens keep showing that we are late.
  if (next === null) await setAnswerBy(tx, orderId, new Date(answerBy), lateTimes);
  const late = {
    orderId,
    goal: order.goal,
    promised: momentWord(instant(new Date(answerBy)), at),
    next: next && momentWord(instant(next), at),
  };
  const said = { kind: 'late', state: order.state, author: 'portal', authorName: null, text: lateText(late) } as const;
  const eventId = await say(tx, order, said, at);
  await notify(tx, orderLateNotice, order.contract_id, { ...late, eventId }, at);
}

/** Whether this very promise has passed without an answer. */
const isBroken = (order: OrderInFull, answerBy: string): boolean =>
  !isClosed(order) &&
  order.answer_by !== null &&
  Date.parse(order.answer_by) === Date.parse(answerBy) &&
  order.late_times < MOST_PROMISES;
