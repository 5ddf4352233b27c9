import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { columnsOf, IMPORT_TABLES, LONGEST_CELL, type ImportRow, type ImportTable } from '@kabinet/contract/staff';
import { WrongArgument } from '../../command.ts';
import { notOpened, openTable, type TableFile } from '../../table-file.ts';

type ImportFile = TableFile<ImportRow<ImportTable>>;

export const tableFileName = (table: ImportTable): string => `${IMPORT_TABLES[table].file}.csv`;

/** The tables of a folder. Refuses a file with an unknown name, because its rows would be skipped silently. */
export async function openFolder(
  folder: string,
  known: readonly ImportTable[],
): Promise<Partial<Record<ImportTable, ImportFile>>> {
  const files = await readdir(folder).catch(notOpened(folder, 'Папка'));
  const names = known.map(tableFileName);
  const tables = files.filter((file) => file.toLowerCase().endsWith('.csv'));
  const unknown = tables.find((file) => !names.includes(file));
  if (unknown !== undefined) throw new WrongArgument(`Такой таблицы нет: ${unknown}. Бывают ${names.join(', ')}`);
  if (tables.length === 0) throw new WrongArgument(`В папке ${folder} нет таблиц: ${names.join(', ')}`);
  const opened: Partial<Record<ImportTable, ImportFile>> = {};
  for (const table of known) {
    if (tables.includes(tableFileName(table))) opened[table] = await tableIn(join(folder, tableFileName(table)), table);
  }
  return opened;
}

async function tableIn(path: string, table: ImportTable): Promise<ImportFile> {
  const columns = Object.entries(columnsOf(table));
  const names = Object.fromEntries(columns.map(([column, { name }]) => [column, [name]]));
  const mayLack = new Set(columns.filter(([, { isOptional }]) => isOptional).map(([column]) => column));
  const inFile = (error: unknown) =>
    error instanceof WrongArgument ? new WrongArgument(`${tableFileName(table)}: ${error.message}`) : error;
  const file = await openTable(path, names, mayLack).catch((error: unknown) => {
    throw inFile(error);
  });
  async function* rows() {
    try {
      for await (const row of file) {
        refuseLongCells(row, columns);
        yield row as ImportRow<ImportTable>;
      }
    } catch (error) {
      throw inFile(error);
    }
  }
  return { isWindows1251: file.isWindows1251, [Symbol.asyncIterator]: rows };
}

/** The call would refuse them all together, without a line. */
function refuseLongCells(
  row: { readonly line: number } & Readonly<Record<string, string | number | undefined>>,
  columns: readonly (readonly [string, { readonly name: string }])[],
): void {
  for (const [column, { name }] of columns) {
    if (String(row[column] ?? '').length > LONGEST_CELL)
      throw new WrongArgument(`Строка ${row.line}, ${name}: длиннее ${LONGEST_CELL} знаков`);
  }
}
