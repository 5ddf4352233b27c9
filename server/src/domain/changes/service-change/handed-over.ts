import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { askedWords, type AskedMoment } from '#server/domain/billing/outside/asked.rules.ts';
import { latestAsked } from '#server/domain/billing/outside/request.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ChangeOutcome } from './change-summary.ts';

/**
 * What a change would be that another billing is asked for: it was carried out and undone for its prices, and what it costs, and
 * when, is for the other side to say.
 */
export const handedOver = <T extends ChangeOutcome>(told: T): T & { readonly handed_over: true } => ({
  ...told,
  charge_now: kopecks(0),
  parts: [],
  charge_next: null,
  balance_after: kopecks(told.balance_after + told.charge_now),
  missing: kopecks(0),
  undo_until: null,
  changeable_from: null,
  ends_undo: null,
  notes: [],
  handed_over: true,
});

/** Nothing is asked for twice: what waits for an answer is told instead. */
export async function refuseWhileAsked(tx: Tx, subject: string, at: AskedMoment): Promise<void> {
  const { isWaiting, text } = askedWords(await latestAsked(tx, subject), at);
  if (isWaiting) throw new Problem('change_not_allowed', { message: text });
}
