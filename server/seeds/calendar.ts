import { addDays, addMonths, dayIn, type Day } from '@kabinet/contract/kernel/day';

/** The zone of the demo provider (`provider.json`). */
export const ZONE = 'Europe/Samara';
/** How far back a resident's money, calls and sessions go, in months before the current one. */
export const DEMO_MONTHS_BACK = 13;

/** Days of the demo, all relative to one moment. */
export interface Calendar {
  readonly now: Date;
  readonly today: Day;
  readonly yesterday: Day;
  /** The first day of the history, the first of a month. */
  readonly start: Day;
  /** The first day of the current month. */
  readonly monthStart: Day;
  ago(days: number): Day;
  ahead(days: number): Day;
}

export function demoCalendarOf(now: Date): Calendar {
  const today = dayIn(ZONE, now);
  return {
    now,
    today,
    yesterday: addDays(today, -1),
    start: addMonths(today, -DEMO_MONTHS_BACK, 1),
    monthStart: addMonths(today, 0, 1),
    ago: (days) => addDays(today, -days),
    ahead: (days) => addDays(today, days),
  };
}

/** A moment in the provider's zone, in PostgreSQL's format; the time is `HH:MM` or `HH:MM:SS`. */
export const at = (day: Day, time: string): string => `${day} ${time} ${ZONE}`;

export const minutesBefore = (moment: Date, minutes: number): string =>
  new Date(moment.getTime() - minutes * 60_000).toISOString();

/** Every day from the first to the last, inclusive. */
export function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
