import type { Day } from '@kabinet/contract/kernel/day';
import type { WrittenLine } from './books.ts';
import type { ExpectedLine } from './fees.ts';
import type { Snapshot } from './snapshot.ts';

/** References of fees, without one-time charges. */
export const CHARGED =
  /^charge:(\d+:(?:plan|suspension|option-\d+|(?:contract-)?program-\d+)):\d{4}-\d{2}(?:-\d{2})?(?:~\d+)?$/;
const GIVEN_BACK = /^give-back:(.+):\d{4}-\d{2}-\d{2}~\d+$/;
export const PROMISE_FEE = /^charge:promised-payment:\d+$/;

/** Lines written by charging and changes of a service: fees, one-time charges, returned days, reverted changes. */
export const isOfCharging = ({ reference }: WrittenLine): boolean =>
  (reference.startsWith('charge:') && !PROMISE_FEE.test(reference)) || /^(?:give-back|reversal):/.test(reference);

export function differingLines(foretold: readonly ExpectedLine[], written: readonly WrittenLine[]): string[] {
  const told = foretold.map(({ accountId, day, amount, from, until }) => lineText(accountId, day, amount, from, until));
  const found = written.filter(isOfCharging).map(({ account_id, day, amount, from, until, reference }) => {
    const isOfDays = CHARGED.test(reference) || GIVEN_BACK.test(reference);
    return lineText(account_id, day, amount, isOfDays ? from : null, isOfDays ? until : null);
  });
  return differing('lines of the history', told, found);
}

const lineText = (accountId: number, day: Day, amount: number, from: Day | null, until: Day | null) =>
  `${accountId} on ${day}: ${amount}${from ? ` for ${from}…${until ?? ''}` : ''}`;

export function differingStates(told: Snapshot, found: Snapshot): string[] {
  const written = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row));
  return (['accounts', 'lines', 'extras', 'once', 'deleted'] as const).flatMap((part) =>
    differing(part, written(told[part]), written(found[part])),
  );
}

/** Items that one of two lists contains more often than the other. */
function differing(what: string, told: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const row of found) left.set(row, (left.get(row) ?? 0) + 1);
  const missing = told.filter((row) => {
    const times = left.get(row) ?? 0;
    left.set(row, times - 1);
    return times <= 0;
  });
  const surplus = [...left].flatMap(([row, times]) => Array<string>(Math.max(0, times)).fill(row));
  if (missing.length + surplus.length === 0) return [];
  const list = (rows: readonly string[]) => rows.map((row) => `\n    ${row}`).join('');
  return [`${what}\n  must be${list(missing)}\n  are${list(surplus)}`];
}
