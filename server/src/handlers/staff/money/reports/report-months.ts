import { addDays, addMonths, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import type { DayRange } from './reports.queries.ts';

const firstOf = (month: Period): Day => `${month}-01` as Day;

/** The days of a month. */
export function monthRange(month: Period): DayRange {
  const from = firstOf(month);
  return { from, to: addMonths(from, 1) };
}

/** The month before, whole. */
export const monthBefore = ({ from }: DayRange): DayRange => ({ from: addMonths(from, -1), to: from });

/** So many months up to the one of today, in order. */
export function monthsUpTo(today: Day, count: number): Period[] {
  const now = firstOf(periodOf(today));
  return Array.from({ length: count }, (_, index) => periodOf(addMonths(now, index + 1 - count)));
}

/** All days of these months. */
export function rangeOf(months: readonly Period[]): DayRange {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) throw new Error('No months');
  return { from: firstOf(first), to: monthRange(last).to };
}

/** The days of a month that have come. */
export function daysUpTo({ from, to }: DayRange, today: Day): Day[] {
  const days: Day[] = [];
  for (let day = from; day < to && day <= today; day = addDays(day, 1)) days.push(day);
  return days;
}
