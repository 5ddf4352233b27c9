import { dayIn, type Day, type Instant } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { formOf, NBSP, type Forms } from '@kabinet/contract/kernel/russian';
import { wallClock } from '@kabinet/contract/kernel/zone';

export { keepTogether, phoneText, withoutStop, type Forms } from '@kabinet/contract/kernel/russian';

// Sums, days and numbers in Russian sentences (design/notes.md), with no-break spaces between parts that belong
// together.

const MINUS = '\u2212';

const MONTHS = [
  'января',
  'февраля',
  'марта',
  'апреля',
  'мая',
  'июня',
  'июля',
  'августа',
  'сентября',
  'октября',
  'ноября',
  'декабря',
] as const;

/** `plural(5, ['день', 'дня', 'дней'])` → «5 дней», with a no-break space. */
export const plural = (count: number, forms: Forms): string =>
  `${grouped(String(count))}${NBSP}${formOf(count, forms)}`;

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, NBSP);

/** `123450` → «1 234,50 ₽»; zero kopecks are omitted. */
export function rubles(amount: Kopecks): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const fraction = digits.slice(-2);
  return `${amount < 0 ? MINUS : ''}${grouped(digits.slice(0, -2))}${fraction === '00' ? '' : `,${fraction}`}${NBSP}₽`;
}

/** «1 января»; with the year if it differs from that of `today`: «1 января 2027». */
export function dayText(day: Day, today: Day): string {
  const text = `${Number(day.slice(8, 10))}${NBSP}${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`;
  return day.slice(0, 4) === today.slice(0, 4) ? text : `${text}${NBSP}${day.slice(0, 4)}`;
}

/** A moment in the given IANA zone: «20 ноября, 00:10». */
export function momentText(moment: Instant, today: Day, zone: string): string {
  const [day = '', time = ''] = wallClock(zone, Date.parse(moment)).slice(0, 16).split(' ');
  return `${dayText(day as Day, today)}, ${time}`;
}

/** Used as `today`, makes every text include its year, because no real day is in this year. */
export const YEARLESS = '0000-01-01' as Day;

/** «20 ноября 2026, 14:05» in the zone. */
export const issuedText = (at: Instant, zone: string): string => momentText(at, YEARLESS, zone);
/** «14:05» in the zone. */
export const clockText = (at: Instant, zone: string): string => issuedText(at, zone).slice(-5);

/** «14:50»; with the day if it differs from the day of `now`. */
export function momentWord(moment: Instant, { now, zone }: { readonly now: Date; readonly zone: string }): string {
  const today = dayIn(zone, now);
  return dayIn(zone, new Date(moment)) === today ? clockText(moment, zone) : momentText(moment, today, zone);
}

/** «20 ноября к 17:00». */
export const byText = (moment: Instant, today: Day, zone: string): string =>
  momentText(moment, today, zone).replace(', ', ' к\u00a0');

/** The same for an answer of this moment: «к 17:00», on another day with its day. */
export const byWord = (moment: Instant, today: Day, zone: string): string =>
  dayIn(zone, new Date(moment)) === today ? `к\u00a0${clockText(moment, zone)}` : byText(moment, today, zone);

const UNITS = ['байт', 'КБ', 'МБ', 'ГБ', 'ТБ'] as const;

/** «4,1 из 5 ГБ»: both in the unit of the whole, with 1024 bytes in a КБ, as in mail programs. */
export function bytesOf(part: number, whole: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(whole, 1)) / 10), UNITS.length - 1);
  const size = (bytes: number) => String(Math.round((bytes / 1024 ** power) * 10) / 10).replace('.', ',');
  return `${size(part)} из ${size(whole)} ${UNITS[power] ?? ''}`.replaceAll(' ', NBSP);
}

/** Further names are only counted. */
const MOST_NAMES = 5;

/** «Интернет, ТВ и ещё 3». */
export function namesText(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return rest > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} и ещё ${rest}` : names.join(', ');
}

const ROUBLE = 100;
/** The least sum that banks accept. */
const LEAST = 10 * ROUBLE;

/**
 * A missing sum in a sentence that asks to pay it: the whole roubles that the button beside it asks for. The browser has the same
 * rule, `payFor` (decision 0122).
 */
export const payText = (missing: Kopecks): string =>
  rubles(kopecks(Math.max(LEAST, Math.ceil(missing / ROUBLE) * ROUBLE)));

/** The first half of a surrogate pair at the end of a text; PostgreSQL refuses it in JSON. */
const HALF = /[\uD800-\uDBFF]$/;

/** The beginning of a text, at most `most` UTF-16 units. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(HALF, '')}…` : text;
