import { readFile } from 'node:fs/promises';
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
  const [header = '', ...lines] = textOf(bytes).split(/\r?\n/);
  const places = placesOf(columns, cellsOf(header));
  return lines.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const cells = cellsOf(text);
    const named = places.map(([column, place]) => [column, cells[place] ?? '']);
    return [{ line: index + 2, cells: Object.fromEntries(named) as Record<Column, string> }];
  });
}

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

/** Each cell with the semicolon before it: an empty first one would be passed over without. */
const cellsOf = (line: string): string[] =>
  [...`;${line}`.matchAll(/;(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  );
