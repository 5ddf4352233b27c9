// A day is the text YYYY-MM-DD in the provider's zone, a period is YYYY-MM, a moment is ISO text in UTC. Layers pass no Date to each other.

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

/** Parses a day of the calendar; undefined for 30 February, which `Date` reads as a day of March. */
export function parseDay(text: string): Day | undefined {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== text ? undefined : (text as Day);
}

/** Whether a request may name this day: 1990 to 2100 (the database has no year 0). */
export const isAsked = (day: string): boolean => day >= '1990' && day < '2101';

/** Marks text as a day. Throws RangeError otherwise, which is a bug of ours. */
export function day(text: string): Day {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new RangeError(`Not a day: ${text}`);
  return parsed;
}

export const instant = (date: Date): Instant => date.toISOString() as Instant;

/** In every time zone days begin at a whole quarter of an hour in UTC, so all moments of one quarter have the same day. */
const MS_PER_QUARTER = 900_000;

interface Calendar {
  readonly format: Intl.DateTimeFormat;
  /** The last result, and its quarter of an hour, counted from 1970. */
  quarter: number;
  day: Day;
}

const calendars = new Map<string, Calendar>();

/** The day of a moment in the given IANA zone. */
export function dayIn(zone: string, moment: Date): Day {
  const calendar = calendars.get(zone) ?? calendarOf(zone);
  const quarter = Math.floor(moment.getTime() / MS_PER_QUARTER);
  if (quarter !== calendar.quarter) {
    calendar.day = calendar.format.format(moment) as Day;
    calendar.quarter = quarter;
  }
  return calendar.day;
}

/** Cached: creating a formatter costs more than a hundred calls of it. The Swedish locale writes days as ISO does. */
function calendarOf(zone: string): Calendar {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
  const calendar = { format, quarter: Number.NaN, day: '' as Day };
  calendars.set(zone, calendar);
  return calendar;
}

/** Cache size: some years of days, each with its neighbours. */
const MOST_KNOWN = 5000;

/** Caches results: forecasts need the same few days again and again, and creating a `Date` costs thirty times a lookup. */
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

/** The same day of the month `months` later; the last day of a month that lacks it. */
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
