import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Vault } from '#server/integrations/vault/port.ts';
import type { Tx } from '#server/db/database.ts';

/** What each kind of column has in a row. */
interface ColumnValues {
  text: string;
  number: number;
  money: Kopecks;
  moment: Instant;
  day: Day;
  yes: boolean;
  word: string;
}

export type ColumnKind = keyof ColumnValues;

/** Names of a column in JSON and in CSV, and how CSV writes its values. */
export type ArchiveColumn = readonly [name: string, title: string, kind?: ColumnKind];

/** Whose data, up to which day. */
export interface ArchiveScope {
  readonly contractId: number;
  readonly today: Day;
  /** Opens what is sealed. */
  readonly vault: Vault;
}

/** A table of the archive: one file for programs and one for spreadsheets. */
export interface ArchiveTable {
  readonly file: string;
  readonly title: string;
  readonly columns: readonly ArchiveColumn[];
  /** Rows in parts, so that a long table is never in memory as a whole. */
  readonly rows: (tx: Tx, asked: ArchiveScope) => AsyncGenerator<readonly object[]>;
}

type KindOf<Column extends ArchiveColumn> = Column extends readonly [string, string, infer Kind extends ColumnKind]
  ? Kind
  : 'text';

/** What a query must select: the columns of the table, and nothing else. */
type RowOf<Columns extends readonly ArchiveColumn[]> = {
  readonly [Column in Columns[number] as Column[0]]: ColumnValues[KindOf<Column>] | null;
};

/** A table that is never long: its columns, and beside them the query of all its rows. */
export function table<const Columns extends readonly ArchiveColumn[]>({
  rows,
  ...head
}: Omit<ArchiveTable, 'columns' | 'rows'> & {
  readonly columns: Columns;
  readonly rows: (tx: Tx, contractId: number, vault: Vault) => Promise<readonly RowOf<Columns>[]>;
}): ArchiveTable {
  return {
    ...head,
    async *rows(tx, { contractId, vault }) {
      yield await rows(tx, contractId, vault);
    },
  };
}

/** How many rows of a long list are in memory at once. */
export const AT_ONCE = 500;

/** A long list, in parts by the id of its rows. */
export async function* parts<Row extends { readonly id: number }>(read: (after: number) => Promise<Row[]>) {
  for (let after = 0; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
