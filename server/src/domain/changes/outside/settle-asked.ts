import type { Tx } from '#server/db/database.ts';
import { confirmMoney, waitingChanges } from '#server/domain/billing/outside/request.queries.ts';
import { takeAnswer } from './answer.ts';
import { forgetConflicts } from './conflict.queries.ts';
import type { AnswerMoment } from './show-asked.ts';

/** The subscriber reads it where he asked: «Оператор отказал: …». */
const SWITCHED = 'Сменился расчёт, попросите ещё раз';

export interface SettledRequests {
  /** About money. */
  readonly confirmed: number;
  /** About services. */
  readonly refused: number;
  /** Rows that were not taken. */
  readonly forgotten: number;
}

/**
 * Ends what waits for another billing that charges no more (decision 0282). Money has come and stands in our books, on top of the balance told last:
 * the switch confirms it. A change of a service has not been made: it is refused, and can be asked for again.
 */
export async function settleAsked(tx: Tx, moment: AnswerMoment): Promise<SettledRequests> {
  const confirmed = await confirmMoney(tx, moment.now);
  const changes = await waitingChanges(tx);
  for (const { request_no: requestNo } of changes)
    await takeAnswer(tx, { requestNo, state: 'refused', reason: SWITCHED }, moment);
  return { confirmed, refused: changes.length, forgotten: await forgetConflicts(tx) };
}
