import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { VatRate } from '#server/domain/money/vat/vat.rules.ts';
import { BYTE_ORDER_MARK, csvDay, csvLine, csvMoney, csvText } from '#server/domain/shared/csv.rules.ts';
import { clockText } from '#server/domain/shared/text.rules.ts';
import { kindText, serviceText, taxText } from './line.texts.ts';
import { statementLines, taxesOf, type StatementHead, type StatementLine } from './statement.ts';

const COLUMNS = [
  'Дата',
  'Время',
  'Операция',
  'Вид',
  'Услуга',
  'Период с',
  'Период по',
  'Цена',
  'Пополнено, ₽',
  'Списано, ₽',
  'В том числе НДС, ₽',
  'Остаток, ₽',
];

interface Settings {
  readonly zone: string;
  readonly rates: readonly VatRate[];
}

/**
 * A statement as a CSV table for Excel: the opening balance, the lines, the closing balance. `zone` is the zone of the
 * times.
 */
export async function* statementCsv(tx: Tx, head: StatementHead, { zone, rates }: Settings): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(csvText));
  yield balanceLine(head.from, 'Остаток на начало дня', [undefined, undefined, undefined, head.opening]);
  for await (const lines of statementLines(tx, head)) yield lines.map((line) => csvOf(line, zone)).join('');
  const taxes = await taxesOf(tx, head, rates);
  for (const one of taxes) yield balanceLine(head.until, taxText(one), [undefined, undefined, one.tax, undefined]);
  const tax = kopecks(taxes.reduce((sum, one) => sum + one.tax, 0));
  const end = head.endsAt ?? 'конец дня';
  yield balanceLine(head.until, `Итого и остаток на ${end}`, [head.paid, head.charged, tax, head.closing]);
}

const balanceLine = (day: Day, text: string, sums: Parameters<typeof csvMoney>[0][]): string =>
  csvLine([csvDay(day), '', text, '', '', '', '', '', ...sums.map(csvMoney)]);

function csvOf(line: StatementLine, zone: string): string {
  const { day, at, amount, side, service_from: from, service_until: until, rate_kopecks: rate } = line;
  return csvLine([
    csvDay(day),
    clockText(at, zone),
    csvText(line.text),
    kindText(line),
    csvText(serviceText(line)),
    from === null ? '' : csvDay(from),
    until === null ? '' : csvDay(addDays(until, -1)),
    csvMoney(rate ?? undefined),
    csvMoney(side === 'paid' ? amount : undefined),
    csvMoney(side === 'charged' ? kopecks(0 - amount) : undefined),
    csvMoney(undefined),
    csvMoney(line.balance),
  ]);
}
