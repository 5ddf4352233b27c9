// A day is text YYYY-MM-DD of the provider's zone, a period is YYYY-MM, a moment is ISO text in UTC. No Date crosses a layer.

declare const dayBrand: unique symbol;
declare const periodBrand: unique symbol;
declare const instantBrand: unique symbol;

/** A day of the provider's time zone, `2026-11-21`. */
export type Day = string & { readonly [dayBrand]: true };
/** A calendar month of the provider's time zone, `2026-11`. */
export type Period = string & { readonly [periodBrand]: true };
/** A moment, ISO 8601 in UTC, `2026-11-21T10:05:00.000Z`. */
export type Instant = string & { readonly [instantBrand]: true };

const MS_PER_DAY = 86_400_000;

/** Text as a day of the calendar: nothing for 30 February, which `Date` reads as a day of March. */
export function parseDay(text: string): Day | undefined {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== text ? undefined : (text as Day);
}

/** Whether anybody means such a day: the database has no year 0, and calendars end somewhere. */
export const isAsked = (day: string): boolean => day >= '1990' && day < '2101';

/** Marks text as a day; text that is none is a bug of ours. */
export function day(text: string): Day {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new RangeError(`Not a day: ${text}`);
  return parsed;
}

export const instant = (date: Date): Instant => date.toISOString() as Instant;

/** Days begin at a whole quarter of an hour of UTC, in every zone there is: within one the day is the same. */
const MS_PER_QUARTER = 900_000;

interface Calendar {
  readonly format: Intl.DateTimeFormat;
  /** The day that was asked for last, and its quarter of an hour, counted from 1970. */
  quarter: number;
  day: Day;
}

const calendars = new Map<string, Calendar>();

/** The day that a moment falls on in the given IANA zone. */
export function dayIn(zone: string, moment: Date): Day {
  const calendar = calendars.get(zone) ?? calendarOf(zone);
  const quarter = Math.floor(moment.getTime() / MS_PER_QUARTER);
  if (quarter !== calendar.quarter) {
    calendar.day = calendar.format.format(moment) as Day;
    calendar.quarter = quarter;
  }
  return calendar.day;
}

/** Making one costs more than a hundred of its answers. Swedes write days as ISO does. */
function calendarOf(zone: string): Calendar {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  const calendar = { format, quarter: Number.NaN, day: '' as Day };
  calendars.set(zone, calendar);
  return calendar;
}

/** Some years of days, each with its neighbours. */
const MOST_KNOWN = 5000;

/** Forecasts ask for the same few days over and over, and making a `Date` costs thirty times as much as remembering. */
function remembering(work: (from: Day, step: number) => Day): (from: Day, step: number) => Day {
  const known = new Map<Day, Map<number, Day>>();
  let count = 0;
  return (from, step) => {
    const before = known.get(from)?.get(step);
    if (before !== undefined) return before;
    if (count >= MOST_KNOWN) known.clear();
    count = count >= MOST_KNOWN ? 1 : count + 1;
    const found = work(from, step);
    const steps = known.get(from) ?? new Map<number, Day>();
    known.set(from, steps.set(step, found));
    return found;
  };
}

const isoDay = (date: Date): Day => date.toISOString().slice(0, 10) as Day;

export const addDays = remembering((from, days) => isoDay(new Date(Date.parse(from) + days * MS_PER_DAY)));

/** Whole days from one day to another, negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / MS_PER_DAY);

export const periodOf = (of: Day): Period => of.slice(0, 7) as Period;

const firstOfMonth = remembering((from, months) =>
  isoDay(new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1 + months, 1))),
);

/** The same day of month `months` later; a day that the month lacks becomes its last one. */
export function addMonths(from: Day, months: number, dayOfMonth = Number(from.slice(8))): Day {
  const wanted = addDays(firstOfMonth(from, months), dayOfMonth - 1);
  const following = firstOfMonth(from, months + 1);
  return wanted < following ? wanted : addDays(following, -1);
}

/** The first billing day after `today`: the contract's day of month, in this month or the next. */
export function nextBillingDay(today: Day, dayOfMonth: number): Day {
  const thisMonth = addMonths(today, 0, dayOfMonth);
  return thisMonth > today ? thisMonth : addMonths(today, 1, dayOfMonth);
}
