import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { WrongArgument } from './command.ts';

/** A line of a table: its cells by the names of the columns. */
export interface TableRow<Column extends string> {
  /** From 1, the header is the first. */
  readonly line: number;
  readonly cells: Readonly<Record<Column, string>>;
}

/**
 * Reads a table as banks and spreadsheets save it: semicolons, cells in quotes, UTF-8 or Windows-1251, the names of the columns
 * in the first line, in any order and case. `columns` tells by which names each may stand there.
 */
export async function readTable<Column extends string>(
  path: string,
  columns: Readonly<Record<Column, readonly string[]>>,
): Promise<readonly TableRow<Column>[]> {
  const bytes = await readFile(path).catch(() => {
    throw new WrongArgument(`Файл не открывается: ${path}`);
  });
  if (bytes.includes(0)) throw new WrongArgument(`Сохраните таблицу как CSV в UTF-8 или Windows-1251: ${path}`);
  const [header, ...records] = recordsOf(textOf(bytes).replaceAll('\r\n', '\n'));
  const places = placesOf(columns, header?.record ?? []);
  return records.map(({ line, record }) => {
    const named = places.map(([column, place]) => [column, record[place] ?? '']);
    return { line, cells: Object.fromEntries(named) as Record<Column, string> };
  });
}

const OPTIONS = {
  delimiter: ';',
  bom: true,
  trim: true,
  relaxQuotes: true,
  relaxColumnCount: true,
  skipRecordsWithEmptyValues: true,
  info: true,
  raw: true,
} as const;

/** The records of a text with the lines on which they begin, from 1; empty lines are left out. */
function recordsOf(text: string): { line: number; record: string[] }[] {
  try {
    const read = parse(text, OPTIONS) as unknown as { record: string[]; raw: string; info: { lines: number } }[];
    return read.map(({ record, raw, info }) => ({ line: info.lines - newlines(raw.trimEnd()), record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const readable = text.slice(0, text.length - String(error['raw']).length);
    throw new WrongArgument(`Строка ${newlines(readable) + 1}: кавычка не закрыта или стоит не на месте`);
  }
}

const newlines = (text: string): number => text.split('\n').length - 1;

function placesOf<Column extends string>(
  columns: Readonly<Record<Column, readonly string[]>>,
  header: readonly string[],
): [Column, number][] {
  const names = header.map((name) => name.toLowerCase());
  return (Object.keys(columns) as Column[]).map((column) => {
    const place = names.findIndex((name) => columns[column].includes(name));
    if (place === -1) throw new WrongArgument(`В первой строке файла нет столбца ${columns[column].join(' или ')}`);
    return [column, place];
  });
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}
