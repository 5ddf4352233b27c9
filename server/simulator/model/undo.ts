import type { Day } from '@kabinet/contract/kernel/day';
import type { ExpectedLine } from './fees.ts';
import { isFresh, NOT_IN, type ServiceCase } from './case.ts';
import { isOfPlan, type ModelUndo } from './memory.ts';
import type { Reckoning } from './reckoning.ts';
import type { ModelAccount, ModelLine } from './snapshot.ts';

/** Remembers what an immediate change of plan is about to replace; the lines are added later. */
export function noteModelUndo(
  model: Reckoning,
  line: ModelLine,
  account: ModelAccount,
  now: Date,
): (posted: readonly ExpectedLine[]) => void {
  const userId = Number(line.userId);
  const before = structuredClone({
    line,
    planSince: model.snapshot.planSince[line.what] ?? line.openedOn,
    options: model.snapshot.extras.filter((extra) => extra.line === line.what && extra.ofPlan !== null),
    covered: model.memory.planChargesOf(account.id, userId),
  });
  return (posted) => {
    model.memory.undo.set(userId, {
      ...before,
      at: now.toISOString(),
      soldId: line.soldId,
      marks: model.memory.marksOf(account.id, userId),
      posted: posted.filter(({ what }) => what.startsWith(`${userId}:`) && isOfPlan(what)),
    });
  };
}

/** The latest change, if the service still has its plan, none of its options, and no money of it has moved since. */
export function undoableModelChange(model: Reckoning, line: ModelLine, account: ModelAccount): ModelUndo | undefined {
  const userId = Number(line.userId);
  const undo = model.memory.undo.get(userId);
  const hasOption = model.snapshot.extras.some((extra) => extra.line === line.what && extra.ofPlan === line.soldId);
  const isUntouched =
    undo?.soldId === line.soldId &&
    !hasOption &&
    !NOT_IN.has(line.situation) &&
    undo.marks === model.memory.marksOf(account.id, userId);
  return isUntouched ? undo : undefined;
}

/**
 * Ends the return to the former plan, because a change needs the new one; returns whether a return had been offered.
 */
export function endModelUndo({ model, line, account, setting }: ServiceCase): boolean {
  const undo = undoableModelChange(model, line, account);
  model.memory.undo.delete(Number(line.userId));
  return undo !== undefined && isFresh(undo.at, setting) && !account.inDebt;
}

/** Reverses the lines of the change. */
export function takeBack(
  model: Reckoning,
  line: ModelLine,
  account: ModelAccount,
  undo: ModelUndo,
  today: Day,
): ExpectedLine[] {
  const { memory } = model;
  const userId = Number(line.userId);
  const posted = undo.posted.map((one) => ({ ...one, day: today, amount: 0 - one.amount, from: null, until: null }));
  for (const { amount } of posted) account.balance += amount;
  for (const [key] of memory.planChargesOf(account.id, userId)) memory.covered.delete(key);
  for (const [key, covered] of undo.covered) memory.covered.set(key, { ...covered });
  const { soldId, price, unit, promo, promoUntil, changedAt, begunOn } = undo.line;
  const planned = line.next ?? undo.line.next;
  const next = planned?.soldId === soldId ? null : planned;
  Object.assign(line, { soldId, price, unit, promo, promoUntil, next, changedAt, begunOn });
  model.snapshot.planSince[line.what] = undo.planSince;
  model.drop((extra) => extra.line === line.what && extra.ofPlan !== null);
  model.snapshot.extras.push(...structuredClone(undo.options));
  memory.undo.delete(userId);
  memory.takenBack.set(userId, today);
  return posted;
}
