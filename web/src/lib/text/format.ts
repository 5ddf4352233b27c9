// Russian formats of numbers, sums, days and times. Money is never a float here, and the device's time zone is never used.
import { formOf, keepTogether as joined, NBSP } from '@kabinet/contract/kernel/russian';
import { clockIn } from '#web/lib/text/clock-in.ts';

export { phoneText as phone } from '@kabinet/contract/kernel/russian';

const MINUS = '\u2212';

/** «14:00–16:00», «1–30 ноября»: no line ends behind the dash. */
export const range = (from: string | number, to: string | number): string => `${from}–\u2060${to}`;

/** Keeps short words and numbers with their neighbours, and each range in one line: the server writes a bare dash. */
export const keepTogether = (text: string): string => joined(text).replace(/–(?! )/g, '–\u2060');

/** A list of names in which no line ends behind a hyphen: «SIP-телефония», «Турбо-ночь». */
export const unbroken = (names: readonly string[]): string =>
  names.join(', ').replace(/(?<=[A-Za-zА-Яа-яё])-(?=[А-Яа-яё])/g, '-\u2060');

export interface MoneyParts {
  sign: '' | '+' | typeof MINUS;
  /** Whole rubles with no-break spaces between groups: `1 234`. */
  whole: string;
  /** Always two digits. */
  kopecks: string;
}

/** Splits the wire's decimal string (`-628.50`). Throws RangeError when the text is not a sum, which is a bug of ours. */
export function moneyParts(wire: string, signed = false): MoneyParts {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(wire);
  if (!match) throw new RangeError(`Not money of the wire: ${wire}`);
  const [, minus = '', digits = '0', fraction = ''] = match;
  return {
    sign: signOf(minus !== '', /^0*$/.test(digits + fraction), signed),
    whole: digits.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, NBSP),
    kopecks: fraction.padEnd(2, '0'),
  };
}

function signOf(isNegative: boolean, isZero: boolean, signed: boolean): MoneyParts['sign'] {
  if (isZero) return '';
  if (isNegative) return MINUS;
  return signed ? '+' : '';
}

interface RublesStyle {
  /** `auto` leaves zero kopecks out (prose), `always` keeps two digits (tables). */
  kopecks?: 'auto' | 'always';
  /** Write `+` before incoming money. */
  signed?: boolean;
}

/** `1234.50` → `1 234,50 ₽`. */
export function rubles(wire: string, { kopecks = 'auto', signed = false }: RublesStyle = {}): string {
  const parts = moneyParts(wire, signed);
  const tail = kopecks === 'auto' && parts.kopecks === '00' ? '' : `,${parts.kopecks}`;
  return `${parts.sign}${parts.whole}${tail}${NBSP}₽`;
}

/** The sum as a negative one: a charge `628.50` → `-628.50`. */
export const negative = (wire: string): string => (wire.startsWith('-') ? wire : `-${wire}`);
/** The sum with the opposite sign: a charge as a change of the balance. */
export const opposite = (wire: string): string => (wire.startsWith('-') ? wire.slice(1) : `-${wire}`);
/** The sum without its sign, for sentences such as «долг 628,50 ₽». */
export const magnitude = (wire: string): string => wire.replace('-', '');

/** «ноябрь» as the beginning of a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The form that goes with the number: `plural(5, 'день', 'дня', 'дней')` → `дней`. */
export const plural = (count: number, one: string, few: string, many: string): string =>
  formOf(count, [one, few, many]);

/** `5 дней`, with a no-break space. */
export const counted = (count: number, one: string, few: string, many: string): string =>
  `${number(count)}${NBSP}${plural(count, one, few, many)}`;

export const days = (count: number): string => counted(count, 'день', 'дня', 'дней');

/** `12 345,6`, rounded to a tenth. Written by hand: the first formatter of a page costs a phone 50 ms. */
export function number(value: number): string {
  // Round the decimal that the source shows: the float 4.35 is a little less than 4.35, yet the text must be 4,4.
  const tenths = Math.round(Number(Math.abs(value * 10).toPrecision(15)));
  const [whole = '', tenth] = String(tenths / 10).split('.');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, NBSP) + (tenth === undefined ? '' : `,${tenth}`);
  return value < 0 && tenths > 0 ? MINUS + text : text;
}

let zone = 'Europe/Samara';
let clock: ((moment: Date) => string) | undefined;

/** Sets the provider's zone, in which all times are shown. Called once, at start. */
export function setZone(timeZone: string): void {
  zone = timeZone;
  clock = undefined;
}

/** `2026-11-21 14:05` in the provider's zone. */
const local = (moment: Date | string): string =>
  (clock ??= clockIn(zone))(typeof moment === 'string' ? new Date(moment) : moment);

/** The provider's day of a moment, `2026-11-21`. */
export const dayOf = (moment: Date | string): string => local(moment).slice(0, 10);

const MONTHS = [
  ['январь', 'января'],
  ['февраль', 'февраля'],
  ['март', 'марта'],
  ['апрель', 'апреля'],
  ['май', 'мая'],
  ['июнь', 'июня'],
  ['июль', 'июля'],
  ['август', 'августа'],
  ['сентябрь', 'сентября'],
  ['октябрь', 'октября'],
  ['ноябрь', 'ноября'],
  ['декабрь', 'декабря'],
] as const;

/** The month of a day or period: the word, and how it follows a number. */
const monthOf = (day: string): readonly [string, string] | readonly [] => MONTHS[Number(day.slice(5, 7)) - 1] ?? [];

/** The text, with the year only when it is not the year of `today`. */
const inYear = (text: string, day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? text : `${text} ${day.slice(0, 4)}`;

/** `2026-11-20` → `20 ноября`, with the year only when it is not the year of `today`. */
export const dayText = (day: string, today: string): string =>
  inYear(`${Number(day.slice(8, 10))}${NBSP}${monthOf(day)[1] ?? ''}`, day, today);

/** `2026-11` → `ноябрь`, with the year only when it is not the year of `today`. */
export const monthText = (period: string, today: string): string => inYear(monthOf(period)[0] ?? '', period, today);

/** `14:05` in the provider's zone. */
export const timeText = (moment: Date | string): string => local(moment).slice(11);

/** `20 ноября, 00:10` in the provider's zone. */
export const momentText = (moment: string, today: string): string =>
  `${dayText(dayOf(moment), today)},${NBSP}${timeText(moment)}`;

/** «к 17:00», on another day «24 ноября к 17:00». */
export function byText(moment: string, today: string): string {
  const day = dayOf(moment);
  return `${day === today ? '' : `${dayText(day, today)} `}к\u00a0${timeText(moment)}`;
}

const UNITS = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] as const;

/** Bytes as `12,4 ГБ`: a kilobyte is 1000 bytes, as in tariffs. */
export function bytes(count: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), UNITS.length - 1);
  return `${number(count / 1000 ** power)}${NBSP}${UNITS[power] ?? ''}`;
}
