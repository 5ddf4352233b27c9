import { z } from 'zod';
import { Line, MOST_ROWS } from '../tables.ts';
import { columnsOf, type ImportColumn, type ImportTable } from './import-tables.ts';

/** The command line on the server reads files row by row, and has no such limit. */
const TOO_MANY_BY_NETWORK = 'По сети в одном файле приходит до 100 000 строк. Примите его командой на сервере кабинета';

export const LONGEST_CELL = 2000;

/** Unparsed cells of a table, by its columns. */
export function cellsOf<T extends ImportTable>(table: T): Record<ImportColumn<T>, z.ZodOptional<z.ZodString>> {
  const cell = z.string().max(LONGEST_CELL);
  const cells = Object.entries(columnsOf(table)).map(([column, { isOptional }]) => [
    column,
    isOptional ? cell.optional() : cell,
  ]);
  return Object.fromEntries(cells) as Record<ImportColumn<T>, z.ZodOptional<z.ZodString>>;
}

const rowsOf = <T extends ImportTable>(table: T) =>
  z
    .array(z.strictObject({ line: Line, ...cellsOf(table) }))
    .max(MOST_ROWS, TOO_MANY_BY_NETWORK)
    .optional();

/** Holds passwords, so the audit trail masks it. */
export const ImportBody = z
  .strictObject({
    towns: rowsOf('towns'),
    streets: rowsOf('streets'),
    houses: rowsOf('houses'),
    plans: rowsOf('plans'),
    options: rowsOf('options'),
    contracts: rowsOf('contracts'),
    accounts: rowsOf('accounts'),
    history: rowsOf('history'),
    services: rowsOf('services'),
    serviceOptions: rowsOf('serviceOptions'),
    numbers: rowsOf('numbers'),
    documents: rowsOf('documents'),
    calls: rowsOf('calls'),
    sessions: rowsOf('sessions'),
    ownPrices: rowsOf('ownPrices'),
    planProfiles: rowsOf('planProfiles'),
    lines: rowsOf('lines'),
    nas: rowsOf('nas'),
  })
  .meta({ description: 'All rows of the tables, unparsed; what is wrong is reported by line', secret: true });
