import type { Day } from '@kabinet/contract/kernel/day';
import type { Posted } from './fees.ts';
import type { Undo } from './memory.ts';
import type { Reckoning } from './reckoning.ts';
import type { Account, Line } from './snapshot.ts';

/** Remembers what a change of plan at once is about to replace; to be told what it cost. */
export function noteUndo(
  model: Reckoning,
  line: Line,
  account: Account,
  now: Date,
): (posted: readonly Posted[]) => void {
  const userId = Number(line.userId);
  const before = structuredClone({
    line,
    options: model.snapshot.extras.filter((extra) => extra.line === line.what && extra.ofPlan !== null),
    covered: model.memory.chargesOf(account.id, userId),
  });
  return (posted) => {
    model.memory.undo.set(userId, {
      ...before,
      at: now.toISOString(),
      version: line.version,
      chargedThrough: account.chargedThrough,
      marks: model.memory.marksOf(account.id, userId),
      posted: posted.filter(({ what }) => what.startsWith(`${userId}:`)),
    });
  };
}

/** The latest change, while nothing else of the service, its money or the day has changed since. */
export function undoable(model: Reckoning, line: Line, account: Account): Undo | undefined {
  const userId = Number(line.userId);
  const undo = model.memory.undo.get(userId);
  const isUntouched =
    undo?.version === line.version &&
    undo.chargedThrough === account.chargedThrough &&
    undo.marks === model.memory.marksOf(account.id, userId);
  return isUntouched ? undo : undefined;
}

/** As if it had not been: its lines are reversed. */
export function takeBack(model: Reckoning, line: Line, account: Account, undo: Undo, today: Day): Posted[] {
  const { memory } = model;
  const userId = Number(line.userId);
  const posted = undo.posted.map((one) => ({ ...one, day: today, amount: 0 - one.amount, from: null, until: null }));
  for (const { amount } of posted) account.balance += amount;
  for (const [key] of memory.chargesOf(account.id, userId)) memory.covered.delete(key);
  for (const [key, covered] of undo.covered) memory.covered.set(key, { ...covered });
  const { soldId, price, unit, promo, promoUntil, next, changedAt } = undo.line;
  Object.assign(line, { soldId, price, unit, promo, promoUntil, next, changedAt });
  model.drop((extra) => extra.line === line.what && extra.ofPlan !== null);
  model.snapshot.extras.push(...structuredClone(undo.options));
  memory.undo.delete(userId);
  return posted;
}
