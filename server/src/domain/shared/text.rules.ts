import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';

// Sums, days and numbers in Russian sentences (design/notes.md), with no-break spaces between parts that belong
// together.

const NBSP = '\u00a0';
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

/** One, few (2–4) and many (5–20, 0): `['день', 'дня', 'дней']`. */
export type Forms = readonly [one: string, few: string, many: string];

/** The plural form depends on the last two digits; computed once for each, because a batch counts dozens of things. */
const pluralRules = new Intl.PluralRules('ru');
const categories = Array.from({ length: 100 }, (_, count) => pluralRules.select(count));

/** `plural(5, ['день', 'дня', 'дней'])` → «5 дней», with a no-break space. */
export function plural(count: number, [one, few, many]: Forms): string {
  const category = categories[Math.abs(count) % 100];
  const word = category === 'one' ? one : category === 'few' ? few : many;
  return `${grouped(String(count))}${NBSP}${word}`;
}

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

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Building a formatter costs tens of microseconds, so there is one for each zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    clocks.set(zone, clock);
  }
  return clock;
}

/** A moment in the given IANA zone: «20 ноября, 00:10». */
export function momentText(moment: Instant, today: Day, zone: string): string {
  const [day = '', time = ''] = clockOf(zone).format(Date.parse(moment)).split(' ');
  return `${dayText(day as Day, today)}, ${time}`;
}

/** No day is in this year, so as `today` it makes every text include its year. */
export const YEARLESS = '0000-01-01' as Day;

/** «20 ноября 2026, 14:05» in the zone. */
export const issuedText = (at: Instant, zone: string): string => momentText(at, YEARLESS, zone);
/** «14:05» in the zone. */
export const clockText = (at: Instant, zone: string): string => issuedText(at, zone).slice(-5);

/**
 * Before a dash, after a word of one letter, and between a word and a number. Letters are listed, because `\p{L}` costs
 * twice as much.
 */
const JOINTS = /\s+(?=[–—×])|(?<=(?:^|[\s(«])[авикосуяВИКОСУА])\s|(?<=[A-Za-z\u0400-\u04ff»])\s(?=\d+(?:[»\s.,)]|$))/g;

/** Puts no-break spaces after one-letter words, before numbers («Волга 300») and before dashes. */
export const keepTogether = (text: string): string => text.replace(JOINTS, NBSP);

const UNITS = ['байт', 'КБ', 'МБ', 'ГБ', 'ТБ'] as const;

/** «4,1 из 5 ГБ»: both in the unit of the whole, with 1024 bytes in a КБ, as in mail programs. */
export function bytesOf(part: number, whole: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(whole, 1)) / 10), UNITS.length - 1);
  const size = (bytes: number) => String(Math.round((bytes / 1024 ** power) * 10) / 10).replace('.', ',');
  return `${size(part)} из ${size(whole)} ${UNITS[power] ?? ''}`.replaceAll(' ', NBSP);
}

/** Mobile numbers and «8 800» have a code of three digits, towns here of four. */
const PHONE_PARTS = /^7(?:(9\d{2}|80\d)(\d{3})|(\d{4})(\d{2}))(\d{2})(\d{2})$/;

/** `78482001234` → «+7 8482 00-12-34», `79271234567` → «+7 927 123-45-67»; other text stays unchanged. */
export const phoneText = (phone: string): string => phone.replace(PHONE_PARTS, `+7${NBSP}$1$3${NBSP}$2$4-$5-$6`);

/** Further names are only counted. */
const MOST_NAMES = 5;

/** «Интернет, ТВ и ещё 3». */
export function namesText(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return rest > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} и ещё ${rest}` : names.join(', ');
}
