import { isDeepStrictEqual } from 'node:util';
import { dayIn, instant, type Instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { reverse } from '#server/domain/money/ledger/reverse.ts';
import type { ServiceRow } from '#server/domain/services/service/service-row.queries.ts';
import { notEnoughMoney } from '../service-change/settle-change.ts';
import { latestChange, planById, type LatestRow } from './plan.queries.ts';
import { isChangeable, undoEnd } from './plan.rules.ts';
import { forgetUndo, ledgerLinesOf, meansOf } from './undo.queries.ts';

/**
 * The latest immediate change, if it can be taken back: it was made today within ten minutes, the service still has its
 * plan, and nothing was charged or given back for the plan since. Other changes of the service do not matter (decision
 * 0057).
 */
export async function undoableChange(
  tx: Tx,
  { user_id, plan_id, situation }: ServiceRow,
  { now, zone }: At,
): Promise<LatestRow | undefined> {
  const latest = await latestChange(tx, user_id);
  if (!latest?.undo || undoEnd(latest.made_at, zone) <= now) return undefined;
  const then = [latest.plan_id, true, true];
  return isDeepStrictEqual(then, [plan_id, latest.is_unmoved, isChangeable(situation)]) ? latest : undefined;
}

/**
 * Withdraws the offer to return to the former plan, because the new change depends on the current one. Returns the
 * withdrawn offer; null if there was none.
 */
export async function endUndo(
  tx: Tx,
  service: ServiceRow,
  at: At,
): Promise<{ readonly plan: string; readonly until: Instant } | null> {
  const undo = await undoableChange(tx, service, at);
  await forgetUndo(tx, service.user_id);
  if (!undo?.previous_plan_id) return null;
  const plan = await planById(tx, undo.previous_plan_id, dayIn(at.zone, at.now));
  // In debt the return was not offered.
  return plan && !service.in_debt ? { plan: plan.name, until: instant(undoEnd(undo.made_at, at.zone)) } : null;
}

/** Reverses the lines of a change. Money that it gave back may have been spent since; then it is missing. */
export async function reverseAll(tx: Tx, accountId: number, transactions: readonly number[], at: At): Promise<void> {
  const lines = await ledgerLinesOf(tx, accountId, transactions);
  const { means } = await meansOf(tx, accountId);
  const missing = lines.reduce((sum, { amount }) => sum + amount, 0) - means;
  if (missing > 0 && lines.some(({ amount }) => amount > 0)) throw notEnoughMoney(kopecks(missing));
  for (const { transaction_id } of lines) {
    await reverse(tx, { transactionId: transaction_id, cause: 'reversal', why: 'Отмена смены тарифа' }, at);
  }
}
