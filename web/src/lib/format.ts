// Russian formats of numbers, sums, days and times. Money is never a float here, and the device's time zone is never used.

const NBSP = '\u00a0';
const MINUS = '\u2212';

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

const pluralRules = new Intl.PluralRules('ru-RU');

/** The form of a noun for a number: `plural(5, 'день', 'дня', 'дней')` → `дней`. */
export function plural(count: number, one: string, few: string, many: string): string {
  const form = pluralRules.select(count);
  if (form === 'one') return one;
  return form === 'few' ? few : many;
}

/** `5 дней`, with a no-break space. */
export const counted = (count: number, one: string, few: string, many: string): string =>
  `${number(count)}${NBSP}${plural(count, one, few, many)}`;

export const days = (count: number): string => counted(count, 'день', 'дня', 'дней');

const numbers = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 });

/** `12 345,6`. */
export const number = (value: number): string => numbers.format(value).replace('-', MINUS);

let zone = 'Europe/Samara';
let makeFormats = lazily();

/** Sets the provider's zone, in which all times are shown. Called once, at start. */
export function setZone(timeZone: string): void {
  zone = timeZone;
  makeFormats = lazily();
}

function lazily() {
  let made: ReturnType<typeof formats> | undefined;
  return () => (made ??= formats());
}

function formats() {
  return {
    day: new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' }),
    month: new Intl.DateTimeFormat('ru-RU', { month: 'long', timeZone: 'UTC' }),
    time: new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }),
    isoDay: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }),
  };
}

/** The provider's day of a moment, `2026-11-21`. */
export const dayOf = (moment: Date | string): string => makeFormats().isoDay.format(new Date(moment));

/** `2026-11-20` → `20 ноября`, with the year only when it is not the year of `today`. */
export function dayText(day: string, today: string): string {
  const text = makeFormats().day.format(new Date(day)).replace(' ', NBSP);
  return day.slice(0, 4) === today.slice(0, 4) ? text : `${text} ${day.slice(0, 4)}`;
}

/** `2026-11` → `ноябрь`, with the year only when it is not the year of `today`. */
export function monthText(period: string, today: string): string {
  const text = makeFormats().month.format(new Date(`${period.slice(0, 7)}-01`));
  return period.slice(0, 4) === today.slice(0, 4) ? text : `${text} ${period.slice(0, 4)}`;
}

/** `14:05` in the provider's zone. */
export const timeText = (moment: Date | string): string => makeFormats().time.format(new Date(moment));

/** `20 ноября, 00:10` in the provider's zone. */
export const momentText = (moment: string, today: string): string =>
  `${dayText(dayOf(moment), today)}, ${timeText(moment)}`;

const UNITS = ['Б', 'КБ', 'МБ', 'ГБ', 'ТБ'] as const;

/** Bytes as `12,4 ГБ`: a kilobyte is 1000 bytes, as in tariffs. */
export function bytes(count: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), UNITS.length - 1);
  return `${number(count / 1000 ** power)}${NBSP}${UNITS[power] ?? ''}`;
}

/** Eleven digits as `+7 927 123-45-67`; the four-digit codes of towns as `+7 8482 00-12-34`; free ones as `8 800 …`. */
export function phone(digits: string): string {
  const own = digits.replace(/\D/g, '');
  const match = /^[78](800)(\d{3})(\d{2})(\d{2})$/.exec(own) ?? TOWN_PHONE.exec(own) ?? MOBILE_PHONE.exec(own);
  if (!match) return digits;
  const [, code = '', ...rest] = match;
  return `${code === '800' ? '8' : '+7'}${NBSP}${code}${NBSP}${rest.join('-')}`;
}
const TOWN_PHONE = /^7(8482)(\d{2})(\d{2})(\d{2})$/;
const MOBILE_PHONE = /^7(\d{3})(\d{3})(\d{2})(\d{2})$/;

/** Joins short words and numbers to their neighbours by no-break spaces: `Волга 300`, `в доме`. */
export const keepTogether = (text: string): string =>
  text.replace(/(^|[\s«(])(\p{L}{1,2})\s/gu, `$1$2${NBSP}`).replace(/\s(?=\d)/g, NBSP);
