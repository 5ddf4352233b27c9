import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { plural } from '#server/domain/shared/text.rules.ts';

/** Lines of a day with the same words. */
export interface SameLinesRow {
  readonly day: Day;
  readonly side: 'paid' | 'charged';
  readonly text: string;
  readonly count: number;
  /** The sum of each line; null if they differ. */
  readonly each: Kopecks | null;
  readonly amount: Kopecks;
  /** Services and numbers that were charged on this day. */
  readonly services: number;
}

type SameLines = Pick<SameLinesRow, 'text' | 'side' | 'count' | 'each' | 'amount'>;

interface SpentDay {
  readonly day: Day;
  readonly charged: Kopecks;
  readonly services: number;
  readonly lines: SameLines[];
}

/** A day has at most so many lines; the last one sums the rest. */
const MOST_LINES = 10;

const sumOf = (lines: readonly SameLines[]): Kopecks => kopecks(lines.reduce((sum, { amount }) => sum + amount, 0));

/** Lines of the latest days, newest first, as a reply. */
export const spentDays = (rows: readonly SameLinesRow[]): SpentDay[] =>
  [...Map.groupBy(rows, ({ day }) => day)].map(([day, lines]) => {
    const charges = lines.filter(({ side }) => side === 'charged');
    return {
      day,
      charged: kopecks(0 - sumOf(charges)),
      services: lines[0]?.services ?? 0,
      lines: withRest(lines.map(({ text, side, count, each, amount }) => ({ text, side, count, each, amount }))),
    };
  });

function withRest(lines: SameLines[]): SameLines[] {
  if (lines.length <= MOST_LINES) return lines;
  const paid = lines.filter(({ side }) => side === 'paid');
  const first = lines.slice(0, Math.max(MOST_LINES - 1, paid.length));
  const rest = lines.slice(first.length);
  const count = rest.reduce((sum, line) => sum + line.count, 0);
  return [
    ...first,
    {
      text: `Ещё ${plural(rest.length, ['вид', 'вида', 'видов'])} списаний`,
      side: 'charged',
      count,
      each: null,
      amount: sumOf(rest),
    },
  ];
}
