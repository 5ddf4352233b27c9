import type { Kopecks } from '@kabinet/contract/kernel/money';

/** What Russian Excel needs to open a file right: the mark of UTF-8, semicolons, CRLF. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line of cells, closed by CRLF. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(';')}\r\n`;

/** Text as a cell. What a spreadsheet would take for a formula is marked as text (ASVS 1.2.10). */
export function csvText(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A sum as a number of a Russian spreadsheet: `-628,50`; empty for none. */
export function csvMoney(amount: Kopecks | undefined): string {
  if (amount === undefined) return '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** `2026-11-20` → `20.11.2026`, which Excel takes for a day. */
export const csvDay = (day: string): string => day.split('-').reverse().join('.');
