import { dayIn, type Instant, type Period } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { BYTE_ORDER_MARK, csvDay, csvLine, csvText } from '#server/domain/shared/csv.rules.ts';
import { clockText } from '#server/domain/shared/text.rules.ts';
import { internetSessionsOf, type InternetSessionRow } from './session.queries.ts';
import { monthBounds } from './stat-isg.ts';

const COLUMNS = [
  'Начало, дата',
  'Начало, время',
  'Конец, дата',
  'Конец, время',
  'Секунды',
  'Адрес',
  'MAC',
  'Порт',
  'Принято, байт',
  'Отправлено, байт',
  'Чем закончился',
];
/** Lines read and written at once. */
const AT_ONCE = 500;

interface SessionsTableRequest {
  readonly userId: number;
  readonly period: Period;
  /** Zone of the times. */
  readonly zone: string;
  readonly now: Date;
}

/** All sessions of a period as a CSV table for Excel, newest first, in chunks. */
export async function* sessionsCsv(
  tx: Tx,
  { userId, period, zone, now }: SessionsTableRequest,
): AsyncGenerator<string> {
  const [from, until] = await monthBounds(tx, period, zone);
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(csvText));
  let cursor: string | undefined;
  do {
    const { items, next } = await internetSessionsOf(tx, { userId, from, until, now }, { limit: AT_ONCE, cursor });
    yield items.map((session) => lineOf(session, zone)).join('');
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

const lineOf = (session: InternetSessionRow, zone: string): string =>
  csvLine([
    ...momentCells(session.start, zone),
    ...(session.stop === null ? ['', ''] : momentCells(session.stop, zone)),
    String(session.seconds),
    csvText(session.address),
    csvText(session.mac ?? ''),
    csvText(session.port ?? ''),
    String(session.bytes_in),
    String(session.bytes_out),
    csvText(session.cause ?? (session.state === 'ending' ? 'Завершается' : 'Ещё идёт')),
  ]);

const momentCells = (at: Instant, zone: string): [string, string] => [
  csvDay(dayIn(zone, new Date(at))),
  clockText(at, zone),
];
