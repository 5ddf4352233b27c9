import { daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { isZero } from './account-sums.ts';
import type { Account } from '#web/shared/data/frame-data.ts';

export interface RunwayMark {
  /** Days from today; 0 is today. */
  at: number;
  day: string;
  /** The charge of this day; absent for today. */
  amount?: string;
  /** The sum missing on this day; absent when the money is enough. */
  missing?: string;
  /** Whether its label fits beside the others. */
  labelled: boolean;
}

export interface Runway {
  ticks: number;
  /** Number of paid days. */
  paid: number;
  marks: RunwayMark[];
}

/** Nine weeks: on a phone more ticks than this look like one bar. */
const MOST_TICKS = 63;
const FEWEST_TICKS = 28;
/** More charges than this are daily charges, which are not marked. */
const MOST_MARKS = 4;

type RunwayAccount = Pick<Account, 'days_left' | 'upcoming'>;

/** The ruler of days of an account: paid days and future charges. Undefined when nothing is ever charged. */
export function runwayOf({ days_left, upcoming }: RunwayAccount, today: string, narrow = false): Runway | undefined {
  if (upcoming.length === 0) return undefined;
  const paid = days_left ?? MOST_TICKS;
  const ticks = Math.min(Math.max(paid + Math.max(4, Math.round(paid / 4)), FEWEST_TICKS), MOST_TICKS);
  const ahead = upcoming
    .map((charge) => ({ ...charge, at: daysBetween(today as Day, charge.day as Day) }))
    .filter(({ at }) => at < ticks);
  const shown =
    ahead.length > MOST_MARKS ? ahead.filter((_, index) => index === 0 || index === ahead.length - 1) : ahead;
  const marks = shown.map(({ at, day, amount, missing }) => ({
    at,
    day,
    amount,
    ...(!isZero(missing) && { missing }),
    labelled: false,
  }));
  return {
    ticks,
    paid: Math.min(paid, ticks),
    marks: labelled([{ at: 0, day: today, labelled: true }, ...marks], ticks, narrow),
  };
}

/** The least distance between the labels of the first and the last charge; a side card has less room. */
const APART = { wide: 0.3, narrow: 0.72 } as const;
/** The label of a later first charge would overlap the one at the end of the ruler on a phone. */
const LATEST_FIRST = 0.3;
const TODAY_NEEDS = 0.19;

/** Labels the first and the last charge, and today, if the labels do not overlap. */
function labelled(marks: RunwayMark[], ticks: number, narrow: boolean): RunwayMark[] {
  const place = (mark: RunwayMark): number => mark.at / (ticks - 1);
  const [, first] = marks;
  const last = marks.length > 1 ? marks.at(-1) : undefined;
  const fits = (a: RunwayMark, b: RunwayMark): boolean =>
    place(a) <= LATEST_FIRST && place(b) - place(a) >= APART[narrow ? 'narrow' : 'wide'];
  const shown = new Set([last, first && last && fits(first, last) ? first : last]);
  const nearest = Math.min(1, ...[...shown].flatMap((mark) => (mark ? [place(mark)] : [])));
  return marks.map((mark, index) => ({ ...mark, labelled: index === 0 ? nearest >= TODAY_NEEDS : shown.has(mark) }));
}
