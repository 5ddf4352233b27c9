import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { ImportColumn, ImportRow, ImportTable } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { Hear } from './at-once.ts';
import type { CellReaders } from './cells.ts';
import type { ComparedColumns } from './differences.ts';
import type { Changeable, MergedColumn } from './changed/merge.ts';
import type { ChangedRow, GoneRows, OnLine } from './changed/merged-rows.ts';
import type { CabinetPasswords } from './passwords.ts';
import type { RowSource } from './portions/portions.ts';
import type { Refusals, Refused, RowFault } from './refused.ts';

export interface Counts {
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
interface FormerTotals {
  readonly paid: Kopecks;
  readonly charged: Kopecks;
}

interface RowPlace {
  readonly table: ImportTable;
  readonly line: number;
}

/** Rows of another billing that charges: it tells balances, states and plans by calls of their own (decision 0281). */
export interface Beside {
  /** Hears the lines of new rows. */
  readonly added: (table: ImportTable, lines: readonly number[]) => void;
  /** Hears of a cell of a new row that is not written: it is told again until it is. */
  readonly leftOut: (row: RowPlace, column: string) => void;
  readonly leftOutOf: (row: RowPlace) => readonly string[];
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
  /** How many months the sessions of the cabinet are kept. */
  readonly sessionMonths: number;
  readonly passwords: CabinetPasswords;
  /** Whether to store the passwords of services; a mere check does not. */
  readonly keepsSecrets: boolean;
  readonly hear: Hear;
  /** Whether nothing is charged by itself yet, so that the former system still decides. */
  readonly isOnHold: boolean;
  /** Set while another billing charges and sends rows itself. */
  readonly beside?: Beside | undefined;
  readonly counts: Counts[];
  readonly gone: GoneRows[];
  readonly differing: Differing[];
  readonly refusals: Refusals;
  readonly doubtful: RowFault[];
  readonly opened: { accounts: number; sum: Kopecks; past: FormerTotals | null };
}

/** The values of a table's row, by its columns. */
export type RowOf<T extends ImportTable> = Readonly<Record<ImportColumn<T>, unknown>>;

/** The verdict on a row that is there already: its columns are compared with ours, or it cannot be the same. */
export type JudgedKnown<T extends ImportTable> = Refused | { readonly known: ComparedColumns<T> };
/** The verdict on a row: it is added, was there before, or is wrong. */
export type Judged<T extends ImportTable, New> = { readonly fresh: New } | JudgedKnown<T>;

export interface TableImport<T extends ImportTable, Row extends RowOf<T>, New> {
  readonly table: T;
  /** Undefined if there is no such table. */
  readonly rows: RowSource<ImportRow<T>> | undefined;
  readonly readers: CellReaders<Row>;
  /** The unique key of a row; two rows with one key are an error. */
  readonly keyOf: (row: Row) => string;
  /** Looks up the things that the rows of a portion name; returns a function that judges a row of it. */
  readonly look: (rows: readonly OnLine<Row>[]) => Promise<(row: OnLine<Row>) => Judged<T, New>>;
  readonly insert: (fresh: readonly New[]) => Promise<unknown>;
  /** Columns that are read of a new row only while another billing charges: of a known one it tells them otherwise, or nobody does. */
  readonly onlyOfNew?: readonly ImportColumn<T>[];
  /** How rows that are there are changed; without it they stay. */
  readonly changes?: RowChanges<T, Row>;
  /** What else is to be done after each portion. */
  readonly after?: () => Promise<unknown>;
}

interface RowChanges<T extends ImportTable, Row> {
  readonly columns: Readonly<Partial<Record<ImportColumn<T>, Changeable | ((row: Row) => Changeable)>>>;
  /** Columns that have a meaning only together: if we have changed one of them, the table changes none. */
  readonly together?: readonly ImportColumn<T>[];
  readonly write: (rows: readonly ChangedRow<Row>[]) => Promise<unknown>;
}

/** A key of several cells, each of which may hold any character. */
export const rowKeyOf = (...cells: readonly string[]): string => JSON.stringify(cells);
