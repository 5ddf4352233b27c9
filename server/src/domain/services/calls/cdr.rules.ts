import { isAsked } from '@kabinet/contract/kernel/day';
import { fullNumber } from './number.rules.ts';

/** One leg of a call, from a record of the exchange. */
export interface Leg {
  /** The line in the file, from 1. */
  readonly line: number;
  readonly uniqueid: string;
  readonly sequence: number;
  /** The same for all legs of one call. */
  readonly linkedid: string;
  /** Whom the exchange charges (`accountcode`); empty if nobody. Numbers: see `fullNumber`. */
  readonly payer: string;
  readonly src: string;
  readonly dst: string;
  /** Local time of the exchange, without a zone: `2026-11-20 14:05:00`. */
  readonly start: string;
  /** Seconds of conversation, counted from the answer. */
  readonly billsec: number;
  readonly answered: boolean;
}

/** A line that could not be parsed, and why, in Russian for the operator. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

const COLUMNS = [
  'accountcode',
  'src',
  'dst',
  'start',
  'billsec',
  'disposition',
  'uniqueid',
  'linkedid',
  'sequence',
] as const;
type Column = (typeof COLUMNS)[number];
export type Header = Readonly<Record<Column, number>>;

/** The position of each column; the names of missing ones if the file is of another kind. Other columns are ignored. */
export function headerOf(cells: readonly string[]): Header | { readonly missing: readonly string[] } {
  const names = cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) return { missing };
  return Object.fromEntries(COLUMNS.map((column) => [column, names.indexOf(column)])) as Record<Column, number>;
}

const DISPOSITIONS = new Set(['ANSWERED', 'NO ANSWER', 'BUSY', 'FAILED', 'CONGESTION']);
/** A longer call is a fault of the exchange: it was never hung up. */
const LONGEST_SECONDS = 86_400;
const SHORT_TEXT = 150;

/** Parses one record (Asterisk, `cdr_csv`, or `cdr_pgsql` with those column names). */
export function legOf(line: number, cells: readonly string[], header: Header, areaCode: string): Leg | BadLine {
  const cell = (column: Column): string => (cells[header[column]] ?? '').trim();
  const reason = faultOf(cell);
  if (reason !== undefined) return { line, reason };
  return {
    line,
    uniqueid: cell('uniqueid'),
    sequence: Number(cell('sequence')),
    linkedid: cell('linkedid') || cell('uniqueid'),
    payer: fullNumber(cell('accountcode'), areaCode),
    src: fullNumber(cell('src'), areaCode),
    dst: fullNumber(cell('dst'), areaCode),
    start: cell('start'),
    billsec: Number(cell('billsec')),
    answered: cell('disposition') === 'ANSWERED',
  };
}

type Cell = (column: Column) => string;

const CHECKS: readonly (readonly [reason: string, isWrong: (cell: Cell) => boolean])[] = [
  ['нулевой байт', (cell) => COLUMNS.some((column) => cell(column).includes('\0'))],
  ['нет uniqueid', (cell) => cell('uniqueid') === ''],
  ['uniqueid или linkedid слишком длинный', (cell) => (cell('uniqueid') + cell('linkedid')).length > SHORT_TEXT],
  ['sequence не число', (cell) => !/^\d{1,9}$/.test(cell('sequence'))],
  ['start не время', (cell) => !isMoment(cell('start'))],
  ['billsec не число секунд', (cell) => !/^\d{1,9}$/.test(cell('billsec'))],
  ['разговор длиннее суток', (cell) => Number(cell('billsec')) > LONGEST_SECONDS],
  ['неизвестный disposition', (cell) => !DISPOSITIONS.has(cell('disposition'))],
  ['нет номера, на который звонили', (cell) => cell('dst') === ''],
  ['номер слишком длинный', (cell) => Math.max(cell('src').length, cell('dst').length) > SHORT_TEXT],
];

const faultOf = (cell: Cell): string | undefined => CHECKS.find(([, isWrong]) => isWrong(cell))?.[0];

/** Rejects 31 February, which Date would read as a day of March; ignores fractions of a second. */
function isMoment(text: string): boolean {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?$/.exec(text);
  if (!match) return false;
  const moment = new Date(`${match[1] ?? ''}T${match[2] ?? ''}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(match[1] ?? '') && isAsked(text);
}
