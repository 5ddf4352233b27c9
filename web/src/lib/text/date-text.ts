import { addMonths, parseDay, type Day } from '@kabinet/contract/kernel/day';
import { dayText } from './format.ts';

// A day as a person types it, `24.11.2026`. The native date field is not used: the browser decides its language and first weekday.

/** `2026-11-24` → `24.11.2026`; an empty text stays empty. */
export const digitsOf = (day: string): string => day.split('-').toReversed().join('.');

const TYPED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const SHORT = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{2}))?\.?$/;

const isoOf = (day = '', month = '', year = ''): Day | undefined =>
  parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);

/** Puts the dots into the typed text. Accepts `24112026`, `24/11/2026` and `2026-11-24`, too. `before`: the text before this key. */
export function typedWithDots(text: string, before: string): string {
  if (parseDay(text) !== undefined) return digitsOf(text);
  // Nothing is dropped: a letter stays, and the finished text is refused.
  if (/[^\d.\s,/-]/.test(text)) return text;
  const clean = text.replace(/[\s,/-]+/g, '.').replace(/\.{2,}/g, '.');
  if (/^\d{8}$/.test(clean)) return `${clean.slice(0, 2)}.${clean.slice(2, 4)}.${clean.slice(4)}`;
  const isLonger = clean.length > before.length;
  return isLonger && /^\d{2}(?:\.\d{2})?$/.test(clean) ? `${clean}.` : clean;
}

/** The day of a text with its whole year; undefined while it is being typed, and for 31.02. */
export function typedDay(text: string): Day | undefined {
  const [, day, month, year] = TYPED.exec(text) ?? [];
  return isoOf(day, month, year);
}

export interface DayLimits {
  /** The first and the last possible day. */
  min?: string | undefined;
  max?: string | undefined;
  /** Why an earlier day is not possible, and why a later one: «перерыв не короче 7 дней». */
  whyMin?: string | undefined;
  whyMax?: string | undefined;
}

/** The day of a finished text. `24.11` means this year, or the next or the last one if the day is possible only there. */
export function finishedDay(text: string, today: string, bounds: DayLimits): Day | undefined {
  const whole = typedDay(text);
  const [, day, month, year] = SHORT.exec(text) ?? [];
  if (whole !== undefined || day === undefined) return whole;
  const here = isoOf(day, month, year === undefined ? today.slice(0, 4) : `20${year}`);
  if (here === undefined || year !== undefined) return here;
  return [here, addMonths(here, 12), addMonths(here, -12)].find((one) => isWithin(one, bounds)) ?? here;
}

export const isWithin = (day: string, { min, max }: DayLimits): boolean =>
  (min === undefined || day >= min) && (max === undefined || day <= max);

/** «Не раньше 24 ноября: перерыв не короче 7 дней»; undefined for a possible day. */
export function whyNot(day: string, today: string, limits: DayLimits): string | undefined {
  const { min, max, whyMin, whyMax } = limits;
  if (isWithin(day, limits)) return undefined;
  const isEarly = min !== undefined && day < min;
  const why = isEarly ? whyMin : whyMax;
  return `Не\u00a0${isEarly ? 'раньше' : 'позже'} ${dayText((isEarly ? min : max) ?? day, today)}${why === undefined ? '' : `: ${why}`}`;
}
