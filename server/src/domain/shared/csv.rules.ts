import type { Kopecks } from '@kabinet/contract/kernel/money';

/** Russian Excel needs the UTF-8 mark, semicolons and CRLF to open a file correctly. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A row of cells, ended by CRLF. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;

/** How a formula begins, also in the wide letters of Asia and behind what nobody sees. */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A text cell. Text that a spreadsheet would run as a formula gets an apostrophe (ASVS 1.2.10). */
export function csvText(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A number as it is; whatever is none is a text. */
export const csvNumber = (text: string): string => (/^-?\d+(?:\.\d+)?$/.test(text) ? text : csvText(text));

/** A sum as a number in a Russian spreadsheet: `-628,50`; empty if undefined. */
export function csvMoney(amount: Kopecks | undefined): string {
  if (amount === undefined) return '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** `2026-11-20` → `20.11.2026`, which Excel reads as a day. */
export const csvDay = (day: string): string => day.split('-').reverse().join('.');
