// How Russians write, where the server and the browser must agree.

export const NBSP = '\u00a0';

/** What the accounts of a contract are called: internet with all that it pays for, and telephone. */
export const ACCOUNT_NAMES = { i: 'Интернет', t: 'Телефон' } as const;

/** One, few (2–4) and many (5–20, 0): `['день', 'дня', 'дней']`. */
export type Forms = readonly [one: string, few: string, many: string];

/** The form that goes with a number: `formOf(5, ['день', 'дня', 'дней'])` → `дней`; a fraction takes the form of few. */
export function formOf(count: number, [one, few, many]: Forms): string {
  const whole = Math.abs(count);
  if (!Number.isInteger(whole)) return few;
  const [last, tens] = [whole % 10, Math.floor(whole / 10) % 10];
  if (tens === 1 || last === 0 || last > 4) return many;
  return last === 1 ? one : few;
}

/**
 * Spaces at which a line must not break: before a dash; after a word of one or two letters, even if several follow each other; between
 * a word and a number. The pattern lists the letters because `\p{L}` takes twice as long.
 */
const JOINTS = /\s+(?=[–—×])|(?<=(?:^|[\s(«])[А-ЯЁа-яё][а-яё]?)\s|(?<=[A-Za-z\u0400-\u04ff»])\s(?=\d)/g;

/** Makes spaces non-breaking after short words, before dashes, and between a word and a number: «Волга 300». */
export const keepTogether = (text: string): string => text.replace(JOINTS, NBSP);

/** What somebody has written, as a part of a sentence that goes on: without its own full stop. */
export const withoutStop = (text: string): string => text.replace(/[.…]+$/, '');

const FREE = /^[78](800)(\d{3})(\d{2})(\d{2})$/;
const TOWN = /^7(8482)([\d*]{2})([\d*]{2})([\d*]{2})$/;
const OTHER = /^7(\d{3})([\d*]{3})([\d*]{2})([\d*]{2})$/;

/**
 * Eleven digits as `+7 927 123-45-67`; with a town code of four digits as `+7 8482 00-12-34`; toll-free numbers as `8 800 …`. Stars
 * stand for hidden digits: `+7 927 ***-**-67`.
 */
export function phoneText(phone: string): string {
  const digits = phone.replace(/[^\d*]/g, '');
  const match = FREE.exec(digits) ?? TOWN.exec(digits) ?? OTHER.exec(digits);
  if (!match) return phone;
  const [, code = '', ...rest] = match;
  return `${code === '800' ? '8' : '+7'}${NBSP}${code}${NBSP}${rest.join('-')}`;
}
