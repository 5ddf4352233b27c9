import { Problem } from '#server/kernel/call/problem.ts';
import type { RegistryRow } from '../port.ts';
import { cellsOf, dayOfCell, roublesOfCell } from '../registry-file.ts';

/** Columns by the names in the file's own heading. */
const COLUMNS = {
  at: 'Дата операции МСК',
  type: 'Тип',
  order: 'id заказа',
  qr: 'Данные оплаты',
  sum: 'Сумма',
} as const;

/** «Отчет по СБП C2B транзакциям»: a title, a heading, a line for each operation, a total. Refunds are skipped. */
export function readRaiffeisenRegistry(file: Uint8Array): RegistryRow[] {
  const lines = cellsOf(file);
  const heading = lines.findIndex((cells) => Object.values(COLUMNS).every((name) => cells.includes(name)));
  if (heading < 0) throw new Problem('unreadable');
  const place = (name: keyof typeof COLUMNS) => lines[heading]?.indexOf(COLUMNS[name]) ?? -1;
  const [at, type, order, qr, sum] = [place('at'), place('type'), place('order'), place('qr'), place('sum')];
  return lines
    .slice(heading + 1)
    .filter((cells) => cells[type] === 'Payment')
    .map((cells) => ({
      orderId: cells[order] ?? '',
      qrId: cells[qr] ?? '',
      amount: roublesOfCell(cells[sum]),
      day: dayOfCell(cells[at]),
    }));
}
