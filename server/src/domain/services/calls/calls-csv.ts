import { dayIn, type Instant, type Period } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { BYTE_ORDER_MARK, csvDay, csvLine, csvMoney, csvText } from '#server/domain/shared/csv.rules.ts';
import { clockText, phoneText } from '#server/domain/shared/text.rules.ts';
import { callPages, totalsOf, type NumberCall } from './calls.queries.ts';

const COLUMNS = ['Дата', 'Время', 'Звонок', 'Номер', 'Направление', 'Секунды', 'Секунды из пакета', 'Стоимость, ₽'];

/** What the table shows of each call, and how. */
export interface CallsTable {
  /** A phone number or SIP line of the subscriber. */
  readonly number: string;
  readonly period: Period;
  /** The zone of the times. */
  readonly zone: string;
  /** Converts the other party's number into what the table shows, such as a masked number. */
  readonly told: (other: string) => string;
}

/** All calls of a line in a period as a CSV table for Excel, newest first, in chunks. */
export async function* callsCsv(tx: Tx, { number, period, zone, told }: CallsTable): AsyncGenerator<string> {
  const totals = await totalsOf(tx, number, period);
  const zoneNames = new Map(totals.map((total) => [total.zone, total.zone_name]));
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(csvText));
  for await (const calls of callPages(tx, { number, period })) {
    yield calls
      .map((call) => lineOf({ ...call, number: told(call.number) }, zoneNames.get(call.zone) ?? call.zone, zone))
      .join('');
  }
}

const lineOf = (call: NumberCall, zoneName: string, zone: string): string =>
  csvLine([
    csvDay(dayOf(call.at, zone)),
    clockText(call.at, zone),
    call.direction === 'in' ? 'входящий' : 'исходящий',
    csvText(asText(call.number)),
    csvText(zoneName),
    String(call.seconds),
    String(call.covered_seconds),
    csvMoney(call.amount),
  ]);

const dayOf = (at: Instant, zone: string) => dayIn(zone, new Date(at));

/** With spaces and without a plus, so that a spreadsheet reads it neither as a large number nor as a formula. */
const asText = (number: string): string =>
  /^7[\d*]{10}$/.test(number) ? phoneText(number).slice(1) : number.replace(/^(\d{3})(\d{7,})$/, '$1 $2');
