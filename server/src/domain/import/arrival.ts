import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { columnsOf, type ImportColumn, type ImportRow, type ImportTable } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { Hear } from './at-once.ts';
import { parseRow, type CellReaders } from './cells.ts';
import { differencesOf, type ComparedColumns } from './differences.ts';
import { formerRows, rememberRows } from './changed/former-rows.queries.ts';
import { mergedColumns, type Changeable, type FormerRow, type MergedColumn } from './changed/merge.ts';
import {
  countsOf,
  fullCells,
  goneOf,
  isOther,
  saidAnew,
  withoutPasswords,
  writeChanges,
  type ChangedRow,
  type GoneRows,
  type MergedRow,
  type OnLine,
  type Cells,
} from './changed/merged-rows.ts';
import type { CabinetPasswords } from './passwords.ts';
import type { Refusals, Refused, RowFault } from './refused.ts';

interface Counts {
  readonly table: ImportTable;
  readonly added: number;
  /** Rows that are there already, as the table has them. */
  readonly known: number;
  /** Rows that are there already and are changed. */
  readonly changed: number;
  /** Rows that are there already, but otherwise, and stay so, at least in a part. */
  readonly differing: number;
}

/** A row that is there otherwise. */
interface Differing {
  readonly table: ImportTable;
  readonly line: number;
  readonly columns: MergedColumn[];
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
  /** Whether nothing is charged by itself yet, so that the former system still decides. */
  readonly isOnHold: boolean;
  readonly counts: Counts[];
  readonly gone: GoneRows[];
  readonly differing: Differing[];
  readonly refusals: Refusals;
  readonly doubtful: RowFault[];
  readonly opened: { accounts: number; sum: Kopecks; past: FormerTotals | null };
}

/** The values of a table's row, by its columns. */
type RowOf<T extends ImportTable> = Readonly<Record<ImportColumn<T>, unknown>>;

/** The verdict on a row that is there already: its columns are compared with ours, or it cannot be the same. */
export type JudgedKnown<T extends ImportTable> = Refused | { readonly known: ComparedColumns<T> };
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
  /** How rows that are there are changed; without it they stay. */
  readonly changes?: RowChanges<T, Row>;
}

interface RowChanges<T extends ImportTable, Row> {
  readonly columns: Readonly<Partial<Record<ImportColumn<T>, Changeable | ((row: Row) => Changeable)>>>;
  /** Columns that have a meaning only together: if we have changed one of them, the table changes none. */
  readonly together?: readonly ImportColumn<T>[];
  readonly write: (rows: readonly ChangedRow<Row>[]) => Promise<unknown>;
}

/** A key of several cells, each of which may hold any character. */
export const rowKeyOf = (...cells: readonly string[]): string => JSON.stringify(cells);

/** Imports a table: parses each cell, records faults and differences with their lines, adds new rows, changes those that are there. */
export async function take<T extends ImportTable, Row extends RowOf<T>, New>(
  arrival: Pick<Arrival, 'tx' | 'now' | 'counts' | 'refusals' | 'differing' | 'gone' | 'isOnHold'>,
  { table, rows, readers, keyOf: keyOfRow, look, insert, changes }: TableImport<T, Row, New>,
): Promise<void> {
  if (!rows) return;
  const { tx, now } = arrival;
  const read = readRows(rows, readers, (line, cells, column, why) => {
    arrival.refusals.add({ table, line, reason: `${columnsOf(table)[column]?.name ?? column}: ${why}` }, cells);
  }).map((one) => ({ ...one, key: keyOfRow(one.row) }));
  const said = new Map(changes ? (await formerRows(tx, table, read)).map(({ key, cells }) => [key, cells]) : []);
  const formerRow = (cells: Cells, line: number) => {
    const row = parseRow(readers, fullCells(table, cells), () => undefined);
    return row ? [{ ...row, line }] : [];
  };
  const judge = await look([
    ...read.map(({ row }) => row),
    ...[...said.values()].flatMap((cells) => formerRow(cells, 0)),
  ]);
  const judged = judgeRows({ table, refusals: arrival.refusals }, read, judge);

  /** What the table said last. */
  const formerOf = ({ key, row }: ReadRow<Row>): FormerRow | undefined => {
    const cells = said.get(key);
    if (!cells) return undefined;
    const [verdict] = formerRow(cells, row.line).map(judge);
    if (!verdict) return undefined;
    return { cells, differing: 'known' in verdict ? differencesOf(table, verdict.known, fullCells(table, cells)) : [] };
  };
  const known = judged.known.map((one): MergedRow<Row> => {
    const former = formerOf(one);
    const differing = differencesOf(table, one.known, one.cells);
    const ruleFor = (column: string) => ruleOf(changes?.columns[column as ImportColumn<T>], one.row);
    return {
      ...one,
      former,
      columns: mergedColumns(differing, former, {
        ruleOf: ruleFor,
        together: changes?.together,
        isOnHold: arrival.isOnHold,
      }),
    };
  });
  if (judged.fresh.length > 0) await insert(judged.fresh.map(({ fresh }) => fresh));
  if (changes) {
    await writeChanges(changes.write, known);
    await rememberRows(tx, table, [...judged.fresh, ...known.flatMap(saidAnew)].map(withoutPasswords(table)), now);
    arrival.gone.push(...(await goneOf(tx, table, read)));
  }
  arrival.differing.push(...known.filter(isOther).map(({ row: { line }, columns }) => ({ table, line, columns })));
  arrival.counts.push({ table, added: judged.fresh.length, ...countsOf(known) });
}

const ruleOf = <Row>(rule: Changeable | ((row: Row) => Changeable) | undefined, row: Row): Changeable | undefined =>
  typeof rule === 'function' ? rule(row) : rule;

interface ReadRow<Row> {
  readonly key: string;
  readonly row: OnLine<Row>;
  readonly cells: Cells;
}

/** Sorts rows into new ones and those that are there; records what is wrong. */
function judgeRows<T extends ImportTable, Row, New>(
  { table, refusals }: { readonly table: T; readonly refusals: Refusals },
  read: readonly ReadRow<Row>[],
  judge: (row: OnLine<Row>) => Judged<T, New>,
) {
  const lines = new Map<string, number>();
  const fresh: (ReadRow<Row> & { readonly fresh: New })[] = [];
  const known: (ReadRow<Row> & { readonly known: ComparedColumns<T> })[] = [];
  for (const one of read) {
    const { line } = one.row;
    const earlier = lines.get(one.key);
    lines.set(one.key, earlier ?? line);
    const judged: Judged<T, New> =
      earlier === undefined ? judge(one.row) : { wrong: `то же самое, что в строке ${earlier}` };
    if ('wrong' in judged) refusals.add({ table, line, reason: judged.wrong }, one.cells, judged.lacks);
    else if ('fresh' in judged) fresh.push({ ...one, fresh: judged.fresh });
    else known.push({ ...one, known: judged.known });
  }
  return { fresh, known };
}

function readRows<T extends ImportTable, Row extends RowOf<T>>(
  rows: readonly ImportRow<T>[],
  readers: CellReaders<Row>,
  refuse: (line: number, cells: Cells, column: string, why: string) => void,
): { readonly row: OnLine<Row>; readonly cells: Cells }[] {
  return rows.flatMap(({ line, ...texts }) => {
    const cells = texts as unknown as Cells;
    const row = parseRow(readers, cells, (column, why) => {
      refuse(line, cells, column, why);
    });
    return row ? [{ row: { ...row, line }, cells }] : [];
  });
}
