import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';

export type ColumnKind = 'text' | 'number' | 'money' | 'moment' | 'day' | 'yes' | 'word';

/** Names of a column in JSON and in CSV, and how CSV writes its values. */
export type ArchiveColumn = readonly [name: string, title: string, kind?: ColumnKind];

/** Whose data, up to which day. */
export interface ArchiveScope {
  readonly contractId: number;
  readonly today: Day;
}

/** A table of the archive: one file for programs and one for spreadsheets. */
export interface ArchiveTable {
  readonly file: string;
  readonly title: string;
  readonly columns: readonly ArchiveColumn[];
  /** Rows in parts, so that a long table is never in memory as a whole. */
  readonly rows: (tx: Tx, asked: ArchiveScope) => AsyncGenerator<readonly object[]>;
}

/** All rows at once: a list that is never long. */
export const short = (read: (tx: Tx, contractId: number) => Promise<readonly object[]>): ArchiveTable['rows'] =>
  async function* (tx, { contractId }) {
    yield await read(tx, contractId);
  };

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
