import { addMonths, parseDay, type Day } from '@kabinet/contract/kernel/day';
import { parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';
import { hourStart } from '@kabinet/contract/kernel/zone';

/** «22.11», «22.11.2026» or «2026-11-22»; without a year the last one that is not to come. */
function dayOf(text: string, today: Day): Day | undefined {
  const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?$/.exec(text) ?? [];
  if (d === undefined || m === undefined) return parseDay(text);
  const inYear = (year: string) => parseDay(`${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`);
  if (y !== undefined) return inYear(y);
  const day = inYear(today.slice(0, 4));
  return day !== undefined && day <= today ? day : inYear(addMonths(today, -12).slice(0, 4));
}

/** A sum with its day, in any order: «1240 22.11». */
export function sumAndDayOf(text: string, today: Day): { readonly amount: Kopecks; readonly day: Day } | undefined {
  const [one = '', other = '', ...more] = text
    .trim()
    .replace(/\s*(?:₽|р\.?|руб\.?)(?=\s|$)/g, '')
    .split(/\s+/);
  if (more.length > 0) return undefined;
  for (const [sum, written] of [
    [one, other],
    [other, one],
  ] as const) {
    const [amount, day] = [parseRubles(sum), dayOf(written, today)];
    if (amount !== undefined && amount > 0 && day !== undefined) return { amount, day };
  }
  return undefined;
}

const MINUTE_MS = 60_000;

/** «24.11 14:00» or «24.11 14:00:05» in the zone, a day alone being its end; undefined: now. */
export function momentOf(text: string, at: { readonly today: Day; readonly zone: string }): Date | undefined {
  const [written = '', time = '23:59'] = text.split(' ');
  const day = dayOf(written, at.today);
  const [, hour, minute, second = 0] = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(time) ?? [];
  if (day === undefined || hour === undefined || Number(hour) > 23) return undefined;
  return new Date(hourStart(day, Number(hour), at.zone).getTime() + Number(minute) * MINUTE_MS + Number(second) * 1000);
}
