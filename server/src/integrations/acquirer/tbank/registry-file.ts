import { Problem } from '#server/kernel/call/problem.ts';
import type { RegistryRow } from '../port.ts';
import { cellsOf, dayOfCell, roublesOfCell } from '../registry-file.ts';

// The register has no heading: cells are identified by position. Some terminals also have a fee for fiscal receipts,
// which shifts the following cells by one.
const SYSTEM = 2;
const ORDER = 3;
const DAY = 4;
const SUM = 11;
const TYPE_PLACES = [14, 15];
const FROM_TYPE_TO_PAYMENT = 2;
const FEWEST_CELLS = 17;

/** «Реестр операций»: a line for each operation. Only payments by SBP are read; refunds and cards are skipped. */
export function readTbankRegistry(file: Uint8Array): RegistryRow[] {
  const lines = cellsOf(file);
  if (lines.some((cells) => cells.length < FEWEST_CELLS)) throw new Problem('unreadable');
  return lines
    .filter((cells) => cells[SYSTEM] === 'SBP')
    .flatMap((cells) => {
      const type = TYPE_PLACES.find((place) => cells[place] === 'Debit');
      if (type === undefined) return [];
      return {
        orderId: cells[ORDER] ?? '',
        qrId: cells[type + FROM_TYPE_TO_PAYMENT] ?? '',
        amount: roublesOfCell(cells[SUM]),
        day: dayOfCell(cells[DAY]),
      };
    });
}
