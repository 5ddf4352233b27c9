import { isAsked, parseDay, type Day } from '@kabinet/contract/kernel/day';
import { parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';
import { Problem } from '#server/kernel/call/problem.ts';

// Registers that banks send as files: lines of cells separated by semicolons, in windows-1251, or in UTF-8 after a
// person has saved them again.

/** The cells of every non-empty line. */
export function cellsOf(file: Uint8Array): string[][] {
  return decoded(file)
    .split(/\r?\n/)
    .map((line) => line.split(';').map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
}

function decoded(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1251').decode(file);
  }
}

/** The day of `10.12.2020 0:23` or `10.12.2020`. */
export function dayOfCell(cell: string | undefined): Day {
  const [, date, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})(?: |$)/.exec(cell ?? '') ?? [];
  const day = parseDay([year, month, date].join('-'));
  if (day === undefined || !isAsked(day)) throw new Problem('unreadable');
  return day;
}

export function roublesOfCell(cell: string | undefined): Kopecks {
  const amount = parseRubles(cell ?? '');
  if (amount === undefined) throw new Problem('unreadable');
  return amount;
}
