import { isAsked, instant, type Instant } from '@kabinet/contract/kernel/day';
import { cellOf, COLUMNS, type CdrColumn, type CdrHeader } from './layout.rules.ts';
import { callMomentOf } from './moment.rules.ts';
import { fullNumber } from '../number.rules.ts';

/** One leg of a call, from a record of the exchange. */
export interface CallLeg {
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
  readonly start: Instant;
  /** The clocks of the exchange showed this time twice, and the record does not tell which: the first is taken. */
  readonly isDoubtful: boolean;
  /** Seconds of conversation, counted from the answer. */
  readonly billsec: number;
  readonly answered: boolean;
}

/** A line that could not be parsed, and why, in Russian for the operator. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

const DISPOSITIONS = new Set(['ANSWERED', 'NO ANSWER', 'BUSY', 'FAILED', 'CONGESTION']);
/** A longer call is a fault of the exchange: it was never hung up. */
const LONGEST_SECONDS = 86_400;
const SHORT_TEXT = 150;
/** A Call-ID of SIP is long. */
const LONGEST_ID = 255;

/** How to read a file of the exchange. */
export interface CdrReading {
  readonly header: CdrHeader;
  /** The town's code, for numbers dialled without it: 8482. */
  readonly areaCode: string;
  /** The IANA zone of the exchange: its times have none. */
  readonly zone: string;
}

/** Parses one record (layouts: `layout.rules.ts`). */
export function legOf(
  line: number,
  cells: readonly string[],
  { header, areaCode, zone }: CdrReading,
): CallLeg | BadLine {
  const cell = (column: CdrColumn): string => cellOf(cells, header, column);
  const reason = faultOf(cell);
  if (reason !== undefined) return { line, reason };
  const moment = callMomentOf(cell('start'), zone, cell('uniqueid'));
  if (!moment) return { line, reason: NO_SUCH_TIME };
  return {
    line,
    uniqueid: cell('uniqueid'),
    sequence: Number(cell('sequence')),
    linkedid: cell('linkedid') || cell('uniqueid'),
    payer: fullNumber(cell('accountcode'), areaCode),
    src: fullNumber(cell('src'), areaCode),
    dst: fullNumber(cell('dst'), areaCode),
    start: instant(moment.at),
    isDoubtful: moment.isDoubtful,
    billsec: Number(cell('billsec')),
    answered: cell('disposition') === 'ANSWERED',
  };
}

const NO_SUCH_TIME = 'часы станции такого времени не показывали: проверьте её часовой пояс';

type Cell = (column: CdrColumn) => string;

const CHECKS: readonly (readonly [reason: string, isWrong: (cell: Cell) => boolean])[] = [
  ['нулевой байт', (cell) => COLUMNS.some((column) => cell(column).includes('\0'))],
  ['нет uniqueid', (cell) => cell('uniqueid') === ''],
  [
    'uniqueid или linkedid слишком длинный',
    (cell) => Math.max(cell('uniqueid').length, cell('linkedid').length) > LONGEST_ID,
  ],
  ['sequence не число', (cell) => !/^\d{0,9}$/.test(cell('sequence'))],
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
