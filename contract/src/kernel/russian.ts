// How Russians write, where the server and the browser must agree.

export const NBSP = '\u00a0';

/** What the accounts of a contract are called: internet with all that it pays for, and telephone. */
export const ACCOUNT_NAMES = { i: 'Интернет', t: 'Телефон' } as const;

/** One, few (2–4) and many (5–20, 0): `['день', 'дня', 'дней']`. */
export type Forms = readonly [one: string, few: string, many: string];

/** The form that goes with a number: `formOf(5, ['день', 'дня', 'дней'])` → `дней`; a fraction takes that of few. */
export function formOf(count: number, [one, few, many]: Forms): string {
  const whole = Math.abs(count);
  if (!Number.isInteger(whole)) return few;
  const [last, tens] = [whole % 10, Math.floor(whole / 10) % 10];
  if (tens === 1 || last === 0 || last > 4) return many;
  return last === 1 ? one : few;
}

/**
 * Before a dash; after a word of one or two letters, also one that follows another; between a word and a number. Letters are written
 * out: `\p{L}` costs twice as much.
 */
const JOINTS = /\s+(?=[–—×])|(?<=(?:^|[\s(«])[А-ЯЁа-яё][а-яё]?)\s|(?<=[A-Za-z\u0400-\u04ff»])\s(?=\d)/g;

/** Holds short words, numbers («Волга 300») and dashes to what they belong to. */
export const keepTogether = (text: string): string => text.replace(JOINTS, NBSP);

const FREE = /^[78](800)(\d{3})(\d{2})(\d{2})$/;
const TOWN = /^7(8482)([\d*]{2})([\d*]{2})([\d*]{2})$/;
const OTHER = /^7(\d{3})([\d*]{3})([\d*]{2})([\d*]{2})$/;

/**
 * Eleven digits as `+7 927 123-45-67`; the four-digit code of the town as `+7 8482 00-12-34`; free ones as `8 800 …`. Stars stand for
 * hidden digits: `+7 927 ***-**-67`.
 */
export function phoneText(phone: string): string {
  const digits = phone.replace(/[^\d*]/g, '');
  const match = FREE.exec(digits) ?? TOWN.exec(digits) ?? OTHER.exec(digits);
  if (!match) return phone;
  const [, code = '', ...rest] = match;
  return `${code === '800' ? '8' : '+7'}${NBSP}${code}${NBSP}${rest.join('-')}`;
}
