import { readFile } from 'node:fs/promises';
import { readCsv, UnclosedQuote, type CsvRow } from '#server/domain/shared/csv-reader.ts';
import { WrongArgument } from './command.ts';

/** A row of a table: its cells by the names of the columns, and its line, from 1; the header is the first. */
type TableRow<Column extends string, Absent extends Column> = { readonly line: number } & Readonly<
  Record<Exclude<Column, Absent>, string> & Partial<Record<Absent, string>>
>;

/**
 * Reads a table as banks and spreadsheets save it: semicolons, quoted cells, UTF-8 or Windows-1251, names of columns in the
 * first line, in any order and case. `columns` gives the possible names of each column; columns in `mayLack` may be absent, and
 * then so are their cells.
 */
export async function readRows<Column extends string, Absent extends Column = never>(
  path: string,
  columns: Readonly<Record<Column, readonly string[]>>,
  mayLack: ReadonlySet<Absent> = new Set(),
): Promise<readonly TableRow<Column, Absent>[]> {
  const bytes = await readBytes(path);
  if (bytes.includes(0)) throw new WrongArgument(`Сохраните таблицу как CSV в UTF-8 или Windows-1251: ${path}`);
  const [header, ...rows] = rowsOf(withNewlines(textOf(bytes)));
  const places = placesOf(columns, header?.cells ?? [], mayLack);
  return rows.map(({ line, cells }) => {
    const named = places.map(([column, place]) => [column, cells[place] ?? '']);
    return { ...(Object.fromEntries(named) as TableRow<Column, Absent>), line };
  });
}

export const readBytes = (path: string): Promise<Buffer> =>
  readFile(path).catch(() => {
    throw new WrongArgument(`Файл не открывается: ${path}`);
  });

/** Some programs end each line with a carriage return alone. */
const withNewlines = (text: string): string => (text.includes('\n') ? text : text.replaceAll('\r', '\n'));

/** The rows of a text without the empty ones, which spreadsheets save as mere semicolons. */
function rowsOf(text: string): CsvRow[] {
  try {
    return readCsv(text, ';')
      .map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error;
    throw new WrongArgument(`Строка ${error.line}: кавычка не закрыта или стоит не на месте`);
  }
}

function placesOf<Column extends string>(
  columns: Readonly<Record<Column, readonly string[]>>,
  header: readonly string[],
  mayLack: ReadonlySet<string>,
): [Column, number][] {
  const names = header.map((name) => name.toLowerCase());
  return (Object.keys(columns) as Column[]).flatMap((column): [Column, number][] => {
    const place = names.findIndex((name) => columns[column].includes(name));
    if (place === -1 && !mayLack.has(column))
      throw new WrongArgument(`В первой строке файла нет столбца ${columns[column].join(' или ')}`);
    const name = names[place];
    if (name !== undefined && names.includes(name, place + 1))
      throw new WrongArgument(`В первой строке файла столбец ${name} стоит дважды. Оставьте один`);
    return place === -1 ? [] : [[column, place]];
  });
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}
