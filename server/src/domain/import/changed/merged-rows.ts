import { columnsOf, type ImportTable } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { goneRows, type SaidRow } from './former-rows.queries.ts';
import type { FormerRow, MergedColumn } from './merge.ts';

/** A row that was read, with its line. */
export type OnLine<Row> = Row & { readonly line: number };

/** Unparsed cells; those of a column that the file lacks are absent. */
export type Cells = Readonly<Record<string, string | undefined>>;

/** A row that is there, as the table says it, and which of its columns are changed. */
export interface ChangedRow<Row> {
  readonly row: OnLine<Row>;
  readonly columns: readonly string[];
}

/** A row that is there, with what becomes of its columns. */
export interface MergedRow<Row> {
  readonly key: string;
  readonly row: OnLine<Row>;
  readonly cells: Cells;
  readonly columns: MergedColumn[];
  readonly former: FormerRow | undefined;
}

/** Rows that a table brought earlier and names no more. */
export interface GoneRows {
  readonly table: ImportTable;
  readonly count: number;
  /** The first of them by what names them. */
  readonly first: string[];
}

/** A column that the file lacked said what an empty cell says. */
export const fullCells = (table: ImportTable, said: Cells): Record<string, string> =>
  Object.fromEntries(Object.keys(columnsOf(table)).map((column) => [column, said[column] ?? '']));

export async function writeChanges<Row>(
  change: (rows: readonly ChangedRow<Row>[]) => Promise<unknown>,
  known: readonly MergedRow<Row>[],
): Promise<void> {
  const changed = known.flatMap(({ row, columns }) => {
    const keys = columns.flatMap(({ key, kept }) => (kept === null ? [key] : []));
    return keys.length > 0 ? [{ row, columns: keys }] : [];
  });
  if (changed.length > 0) await change(changed);
}

/** What is kept is remembered as it was said before, so that it is told again. A row that came from no table stays one. */
export function saidAnew({ key, cells, columns, former }: MergedRow<unknown>): SaidRow[] {
  if (!former) return [];
  const kept = columns.flatMap((one) => (one.kept === null ? [] : [[one.key, former.cells[one.key]] as const]));
  return [{ key, cells: { ...former.cells, ...cells, ...Object.fromEntries(kept) } }];
}

export const withoutPasswords =
  (table: ImportTable) =>
  ({ key: row, cells }: SaidRow): SaidRow => {
    const open = Object.entries(columnsOf(table)).filter(([, { isSecret }]) => !isSecret);
    return { key: row, cells: Object.fromEntries(open.map(([key]) => [key, cells[key]])) };
  };

/** Enough to know what is meant. */
const MOST_GONE = 20;

export async function goneOf(tx: Tx, table: ImportTable): Promise<GoneRows[]> {
  const rows = await goneRows(tx, table, MOST_GONE);
  return rows[0] ? [{ table, count: rows[0].count, first: rows.map(({ key }) => key) }] : [];
}

export const isOther = ({ columns }: MergedRow<unknown>): boolean => columns.length > 0;

const hasColumn = (rows: readonly MergedRow<unknown>[], isSought: (column: MergedColumn) => boolean): number =>
  rows.filter(({ columns }) => columns.some(isSought)).length;

export const countsOf = (rows: readonly MergedRow<unknown>[]) => ({
  known: rows.filter((one) => !isOther(one)).length,
  changed: hasColumn(rows, ({ kept }) => kept === null),
  differing: hasColumn(rows, ({ kept }) => kept !== null),
});
