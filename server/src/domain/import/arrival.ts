import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { columnsOf, type ImportColumn, type ImportRow, type ImportTable } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { Hear } from './at-once.ts';
import { parseRow, type CellReaders } from './cells.ts';
import { differencesOf, type ComparedColumns, type ColumnDifference } from './differences.ts';
import type { CabinetPasswords } from './passwords.ts';

export interface RowFault {
  readonly table: ImportTable;
  readonly line: number;
  readonly reason: string;
}

interface Counts {
  readonly table: ImportTable;
  readonly added: number;
  /** Rows that are there already, as the table has them. */
  readonly known: number;
  /** Rows that are there already, but otherwise. */
  readonly differing: number;
}

/** A row that is there otherwise, and stays so. */
interface Differing {
  readonly table: ImportTable;
  readonly line: number;
  readonly columns: ColumnDifference[];
}

/** What the lines of the former system count as. */
export interface FormerTotals {
  readonly paid: Kopecks;
  readonly charged: Kopecks;
}

/** The settings of an import, and the faults that it finds. */
export interface Arrival {
  readonly tx: Tx;
  readonly now: Date;
  readonly today: Day;
  /** The provider's time zone. */
  readonly zone: string;
  readonly vault: Vault;
  readonly sipDomain: string | undefined;
  readonly passwords: CabinetPasswords;
  /** Whether to store the passwords of services; a mere check does not. */
  readonly keepsSecrets: boolean;
  readonly hear: Hear;
  readonly counts: Counts[];
  readonly differing: Differing[];
  readonly wrong: RowFault[];
  readonly doubtful: RowFault[];
  readonly opened: { accounts: number; sum: Kopecks; past: FormerTotals | null };
}

/** The values of a table's row, by its columns. */
type RowOf<T extends ImportTable> = Readonly<Record<ImportColumn<T>, unknown>>;

/** A row that was read, with its line. */
export type OnLine<Row> = Row & { readonly line: number };

/** The verdict on a row that is there already: its columns are compared with ours, or it cannot be the same. */
export type JudgedKnown<T extends ImportTable> = { readonly wrong: string } | { readonly known: ComparedColumns<T> };
/** The verdict on a row: it is added, was there before, or is wrong. */
type Judged<T extends ImportTable, New> = { readonly fresh: New } | JudgedKnown<T>;

export interface TableImport<T extends ImportTable, Row extends RowOf<T>, New> {
  readonly table: T;
  /** Undefined if there is no such table. */
  readonly rows: readonly ImportRow<T>[] | undefined;
  readonly readers: CellReaders<Row>;
  /** The unique key of a row; two rows with one key are an error. */
  readonly keyOf: (row: Row) => string;
  /** Looks up the things that the rows name; returns a function that judges a row. */
  readonly look: (rows: readonly OnLine<Row>[]) => Promise<(row: OnLine<Row>) => Judged<T, New>>;
  readonly insert: (fresh: readonly New[]) => Promise<unknown>;
}

/** A key of several cells, each of which may hold any character. */
export const rowKeyOf = (...cells: readonly string[]): string => JSON.stringify(cells);

/** Imports a table: parses each cell, records faults and differences with their lines, adds new rows. */
export async function take<T extends ImportTable, Row extends RowOf<T>, New>(
  { counts, wrong, differing }: Pick<Arrival, 'counts' | 'wrong' | 'differing'>,
  { table, rows, readers, keyOf: keyOfRow, look, insert }: TableImport<T, Row, New>,
): Promise<void> {
  if (!rows) return;
  const refuse = (line: number, reason: string) => void wrong.push({ table, line, reason });
  const read = readRows(rows, readers, (line, column, why) => {
    refuse(line, `${columnsOf(table)[column]?.name ?? column}: ${why}`);
  });
  const lines = new Map<string, number>();
  const judge = await look(read.map(({ row }) => row));
  const fresh: New[] = [];
  const known: Differing[] = [];
  for (const { row, cells } of read) {
    const earlier = lines.get(keyOfRow(row));
    lines.set(keyOfRow(row), earlier ?? row.line);
    const judged = earlier === undefined ? judge(row) : { wrong: `то же самое, что в строке ${earlier}` };
    if ('wrong' in judged) refuse(row.line, judged.wrong);
    else if ('fresh' in judged) fresh.push(judged.fresh);
    else known.push({ table, line: row.line, columns: differencesOf(table, judged.known, cells) });
  }
  if (fresh.length > 0) await insert(fresh);
  const others = known.filter(({ columns }) => columns.length > 0);
  differing.push(...others);
  counts.push({ table, added: fresh.length, known: known.length - others.length, differing: others.length });
}

/** Unparsed cells; those of a column that the file lacks are absent. */
type Texts = Readonly<Record<string, string | undefined>>;

function readRows<T extends ImportTable, Row extends RowOf<T>>(
  rows: readonly ImportRow<T>[],
  readers: CellReaders<Row>,
  refuse: (line: number, column: string, why: string) => void,
): { readonly row: OnLine<Row>; readonly cells: Texts }[] {
  return rows.flatMap(({ line, ...texts }) => {
    const cells = texts as unknown as Texts;
    const row = parseRow(readers, cells, (column, why) => {
      refuse(line, column, why);
    });
    return row ? [{ row: { ...row, line }, cells }] : [];
  });
}
