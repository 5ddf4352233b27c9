import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { UnclosedQuote, type CsvRow } from '#server/domain/shared/csv-reader.ts';
import { csvRows } from '#server/domain/shared/csv-stream.ts';
import { WrongArgument } from './command.ts';

/** A row of a table: its cells by the names of the columns, and its line, from 1; the header is the first. */
type TableRow<Column extends string, Absent extends Column> = { readonly line: number } & Readonly<
  Record<Exclude<Column, Absent>, string> & Partial<Record<Absent, string>>
>;

/** A table of any length: each reading goes through the file anew, so it never stands in memory. */
export interface TableFile<Row> extends AsyncIterable<Row> {
  /** Whether it is written in Windows-1251, because it cannot be UTF-8. */
  readonly isWindows1251: boolean;
}

/**
 * Opens a table as banks and spreadsheets save it: semicolons, quoted cells, UTF-8 or Windows-1251, names of columns in the
 * first line, in any order and case. `columns` gives the possible names of each column; columns in `mayLack` may be absent, and
 * then so are their cells.
 */
export async function openTable<Column extends string, Absent extends Column = never>(
  path: string,
  columns: Readonly<Record<Column, readonly string[]>>,
  mayLack: ReadonlySet<Absent> = new Set(),
): Promise<TableFile<TableRow<Column, Absent>>> {
  const writing = await writingOf(path);
  const header = await firstRow(rowsOf(path, writing));
  const places = placesOf(columns, header, mayLack);
  async function* rows() {
    let isHeader = true;
    for await (const some of rowsOf(path, writing)) {
      for (const { line, cells } of some) {
        if (!isHeader) yield { ...named(places, cells), line } as TableRow<Column, Absent>;
        isHeader = false;
      }
    }
  }
  return { isWindows1251: !writing.isUtf8, [Symbol.asyncIterator]: rows };
}

/** All rows of a table that is no larger than one call. */
export async function readRows<Column extends string>(
  path: string,
  columns: Readonly<Record<Column, readonly string[]>>,
): Promise<readonly TableRow<Column, never>[]> {
  const rows: TableRow<Column, never>[] = [];
  for await (const row of await openTable(path, columns)) rows.push(row);
  return rows;
}

export const readBytes = (path: string): Promise<Buffer> => readFile(path).catch(notOpened(path));

/** Refuses a file or a folder that cannot be opened. */
export const notOpened =
  (path: string, what: 'Файл' | 'Папка' = 'Файл') =>
  (error: unknown): never => {
    const isClosed = (error as { code?: string }).code === 'EACCES';
    throw new WrongArgument(`${what} не открывается: ${path}${isClosed ? closedTo(userInfo().username) : ''}`);
  };

/** Whoever calls may read it: the installed command works as another user. */
const closedTo = (user: string): string =>
  `. Пользователю ${user}, от которого работает команда, туда нельзя: положите таблицы, например, в /var/tmp`;

function named(places: readonly (readonly [string, number])[], cells: readonly string[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (const [column, place] of places) row[column] = cells[place] ?? '';
  return row;
}

interface Writing {
  readonly isUtf8: boolean;
  /** Some programs end each line with a carriage return alone. */
  readonly hasNewlines: boolean;
}

/** How a file is written, by all of it: a table may have its first letter that is not ASCII in its last line. */
async function writingOf(path: string): Promise<Writing> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let [isUtf8, hasNewlines] = [true, false];
  for await (const bytes of bytesOf(path)) {
    if (bytes.includes(0)) throw new WrongArgument(`Сохраните таблицу как CSV в UTF-8 или Windows-1251: ${path}`);
    hasNewlines ||= bytes.includes(NEWLINE);
    isUtf8 &&= isDecoded(() => utf8.decode(bytes, { stream: true }));
  }
  return { isUtf8: isUtf8 && isDecoded(() => utf8.decode()), hasNewlines };
}

const NEWLINE = 10;

function isDecoded(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

const AT_ONCE = 256 * 1024;

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: AT_ONCE });
  try {
    for await (const bytes of file) yield bytes as Buffer;
  } catch (error) {
    if ((error as { syscall?: string }).syscall === undefined) throw error;
    notOpened(path)(error);
  }
}

/** Its text with newlines at the ends of lines; a carriage return elsewhere is a space. */
async function* textOf(path: string, { isUtf8, hasNewlines }: Writing): AsyncGenerator<string> {
  const decoder = new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1251');
  const plain = (text: string): string =>
    hasNewlines ? text.replaceAll('\r\n', '\n').replaceAll('\r', ' ') : text.replaceAll('\r', '\n');
  // Its newline may come with the next piece.
  let held = '';
  for await (const bytes of bytesOf(path)) {
    const text = held + decoder.decode(bytes, { stream: true });
    held = text.endsWith('\r') ? '\r' : '';
    yield plain(text.slice(0, text.length - held.length));
  }
  yield plain(held + decoder.decode());
}

/** The rows of a file without the empty ones, which spreadsheets save as mere semicolons. */
async function* rowsOf(path: string, writing: Writing): AsyncGenerator<CsvRow[]> {
  try {
    for await (const rows of csvRows(textOf(path, writing)))
      yield rows
        .map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }))
        .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error;
    throw new WrongArgument(`Строка ${error.line}: кавычка не закрыта или стоит не на месте`);
  }
}

async function firstRow(pieces: AsyncIterable<readonly CsvRow[]>): Promise<readonly string[]> {
  for await (const [row] of pieces) if (row) return row.cells;
  return [];
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
      throw new WrongArgument(`В первой строке файла нет столбца «${columns[column].join('» или «')}»`);
    const name = names[place];
    if (name !== undefined && names.includes(name, place + 1))
      throw new WrongArgument(`В первой строке файла столбец «${name}» стоит дважды. Оставьте один`);
    return place === -1 ? [] : [[column, place]];
  });
}
