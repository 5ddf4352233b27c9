import { addDays, addMonths, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import type { DayLimits } from '../text/date-text.ts';
import { dayText } from '../text/format.ts';

// The days of a calendar: Monday first.

export const WEEKDAYS = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'] as const;
export const WEEKDAYS_SHORT = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'] as const;
const WEEK = 7;
/** A month touches six weeks at most. The calendar always has six rows, so that nothing moves. */
const WEEKS = 6;
/** 1 January 2024 was a Monday. */
const MONDAY = '2024-01-01' as Day;

/** 0 for Monday. */
const weekdayOf = (day: Day): number => ((daysBetween(MONDAY, day) % WEEK) + WEEK) % WEEK;

const firstOf = (day: Day): Day => addMonths(day, 0, 1);
const lastOf = (day: Day): Day => addMonths(day, 0, 31);

/** The weeks of the month of a day, from Monday; days of other months are left out. */
export function weeksOf(day: Day): (Day | undefined)[][] {
  const first = firstOf(day);
  const monday = addDays(first, -weekdayOf(first));
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: WEEK }, (_, index) => {
      const one = addDays(monday, week * WEEK + index);
      return one.slice(0, 7) === day.slice(0, 7) ? one : undefined;
    }),
  );
}

/** Where a key leads (ARIA Authoring Practices, date picker dialog). */
export const DAY_KEYS: Readonly<Record<string, (from: Day, shift: boolean) => Day>> = {
  ArrowLeft: (from) => addDays(from, -1),
  ArrowRight: (from) => addDays(from, 1),
  ArrowUp: (from) => addDays(from, -WEEK),
  ArrowDown: (from) => addDays(from, WEEK),
  Home: (from) => addDays(from, -weekdayOf(from)),
  End: (from) => addDays(from, WEEK - 1 - weekdayOf(from)),
  PageUp: (from, shift) => addMonths(from, shift ? -12 : -1),
  PageDown: (from, shift) => addMonths(from, shift ? 12 : 1),
};

/** How many years one can go where there is no first or last day. */
const FAR = 5;
const MOST_BY_MONTHS = 2;

/** The years to choose from; empty when there are so few that going by months is enough. */
export function yearsOf({ min, max }: DayLimits, today: string): number[] {
  const yearOf = (day: string): number => Number(day.slice(0, 4));
  const first = min === undefined ? yearOf(max ?? today) - FAR : yearOf(min);
  const last = max === undefined ? yearOf(min ?? today) + FAR : yearOf(max);
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return years.length > MOST_BY_MONTHS ? years : [];
}

/** Keeps the calendar at the months that have a possible day. */
export function keptWithin(day: Day, { min, max }: DayLimits): Day {
  if (min !== undefined && day < firstOf(min as Day)) return min as Day;
  if (max !== undefined && day > lastOf(max as Day)) return max as Day;
  return day;
}

export function limitsText({ min, max }: DayLimits, today: string): string {
  const parts = [
    min !== undefined && `с\u00a0${dayText(min, today)}`,
    max !== undefined && `по\u00a0${dayText(max, today)}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `Можно ${parts.join(' ')}`;
}
