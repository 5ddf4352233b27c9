import { z } from 'zod';
import { kopecks, parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';
import { printedText, whyNotPrinted } from '@kabinet/contract/kernel/papers/printed-no';
import { parsePhone, type Phone } from '@kabinet/contract/kernel/phone';
import { EmailText } from '@kabinet/contract/kernel/call/wire';
import { isAsked, parseDay, type Day } from '@kabinet/contract/kernel/day';

/** Why a cell cannot be taken. */
export class WrongCell {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** Reads a cell: its value, or why there is none. */
export type CellReader<Value> = (cell: string) => Value | WrongCell;

/** A cell that must not be empty. */
export const must =
  <Value>(read: CellReader<Value>): CellReader<Value> =>
  (cell) =>
    cell === '' ? new WrongCell('не заполнено') : read(cell);

/** A cell that may be empty, and what it means then. */
export const maybe =
  <Value, Empty = null>(read: CellReader<Value>, empty: Empty = null as Empty): CellReader<Value | Empty> =>
  (cell) =>
    cell === '' ? empty : read(cell);

/** Characters that end a line, are not seen, or turn the direction of the text. */
const UNSEEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u;

/** One line of text. */
export const words =
  (most: number): CellReader<string> =>
  (cell) => {
    if (UNSEEN.test(cell)) return new WrongCell('внутри перенос строки или невидимый знак');
    return lines(most)(cell);
  };

/** A text of several lines. */
export const lines =
  (most: number): CellReader<string> =>
  (cell) =>
    cell.length > most ? new WrongCell(`длиннее ${most} знаков`) : cell;

/** One of a few words, in any case. */
export const oneOf =
  <Value>(values: Readonly<Record<string, Value>>): CellReader<Value> =>
  (cell) => {
    const word = cell.toLowerCase();
    const value = Object.hasOwn(values, word) ? values[word] : undefined;
    return value ?? new WrongCell(`«${cell}» — такого нет. Бывает: ${Object.keys(values).join(', ')}`);
  };

export const flag: CellReader<boolean> = maybe(oneOf({ да: true, нет: false }), false);

export const whole =
  (least: number, most: number): CellReader<number> =>
  (cell) => {
    const value = Number(cell);
    const isRight = /^\d{1,15}$/.test(cell) && value >= least && value <= most;
    return isRight ? value : new WrongCell(`«${cell}»: нужно целое число от ${least} до ${most}`);
  };

/** A contract number: at most fifteen digits, as many as a login may have. */
export const contractId = must(whole(1, 999_999_999_999_999));

/** A number as the provider prints it on a contract. */
export const printedNo: CellReader<string> = (cell) => {
  const text = printedText(cell);
  const why = whyNotPrinted(text);
  return why === undefined ? text : new WrongCell(why);
};

/** «20.11.2026» as a day is written for programs; other texts as they are. */
function isoOf(cell: string): string {
  const [, d, m, y] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(cell) ?? [];
  return d === undefined ? cell : `${y ?? ''}-${m ?? ''}-${d}`;
}

/** A day of a person's life: it is not repeated when it is wrong. */
export const dayOfLife: CellReader<Day> = (cell) => {
  const iso = isoOf(cell);
  return (iso >= '1900' ? parseDay(iso) : undefined) ?? new WrongCell('не день. День пишется так: 20.11.2026');
};

export const day: CellReader<Day> = (cell) => {
  const iso = isoOf(cell);
  return (
    (isAsked(iso) ? parseDay(iso) : undefined) ?? new WrongCell(`«${cell}» — не день. День пишется так: 20.11.2026`)
  );
};

/** A balance: a debt is below zero. */
export const balance: CellReader<Kopecks> = (cell) => {
  const [, sign = '', rest = ''] = /^([-−–]?)(.*)$/.exec(cell) ?? [];
  const amount = parseRubles(rest);
  if (amount === undefined) return new WrongCell(`«${cell}» — не сумма. Сумма пишется так: 600,50`);
  return kopecks(sign === '' ? amount : 0 - amount);
};

export const price: CellReader<Kopecks> = (cell) => {
  const amount = balance(cell);
  return amount instanceof WrongCell || amount >= 0 ? amount : new WrongCell(`«${cell}»: цена не бывает меньше нуля`);
};

export const phone: CellReader<Phone> = (cell) =>
  parsePhone(cell) ?? new WrongCell(`«${cell}» — не номер из одиннадцати цифр`);

export const email: CellReader<string> = (cell) => {
  const { data } = z.safeDecode(EmailText, cell);
  return data ?? new WrongCell(`«${cell}» — не адрес почты`);
};

export const mac: CellReader<string> = (cell) =>
  /^[\da-f]{2}([:-])(?:[\da-f]{2}\1){4}[\da-f]{2}$|^(?:[\da-f]{4}\.){2}[\da-f]{4}$/i.test(cell)
    ? cell.toLowerCase()
    : new WrongCell(`«${cell}» — не MAC. Он пишется так: 3c:7c:3f:00:12:aa`);

/** A reader for each column. */
export type CellReaders<Row> = { readonly [Column in keyof Row]: CellReader<Row[Column]> };

/** The values of a row; calls `refuse` for each wrong cell. */
export function parseRow<Row extends object>(
  readers: CellReaders<Row>,
  cells: Readonly<Record<string, string | undefined>>,
  refuse: (column: string, why: string) => void,
): Row | undefined {
  let wrong = 0;
  const values = Object.entries<CellReader<unknown>>(readers).map(([column, read]) => {
    const value = read(cells[column] ?? '');
    if (value instanceof WrongCell) {
      wrong += 1;
      refuse(column, value.why);
    }
    return [column, value];
  });
  return wrong === 0 ? (Object.fromEntries(values) as Row) : undefined;
}
