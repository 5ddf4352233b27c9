import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { columnsOf, type ImportColumn, type ImportRow, type ImportTable } from '@kabinet/contract/operator';
import type { Tx } from '#db/database.ts';
import type { Vault } from '#integrations/vault/port.ts';
import { parseRow, type Readers } from './cells.ts';

export interface Fault {
  readonly table: ImportTable;
  readonly line: number;
  readonly reason: string;
}

interface Counts {
  readonly table: ImportTable;
  readonly added: number;
  readonly known: number;
}

/** What the lines of the former system count as. */
export interface Past {
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
  /** The hash of a cabinet's password; a hash that nothing matches where there is none. */
  readonly hashOf: (password: string | null) => string;
  /** Whether to store the passwords of services; a mere check does not. */
  readonly keepsSecrets: boolean;
  readonly counts: Counts[];
  readonly wrong: Fault[];
  readonly doubtful: Fault[];
  readonly opened: { accounts: number; sum: Kopecks; past: Past | null };
}

/** The values of a table's row, by its columns. */
type RowOf<T extends ImportTable> = Readonly<Record<ImportColumn<T>, unknown>>;

/** A row that was read, with its line. */
export type At<Row> = Row & { readonly line: number };

/** The verdict on a row: it is added, was there before, or is wrong. */
type Judged<New> = { readonly fresh: New } | { readonly wrong: string } | 'known';

export interface Taking<T extends ImportTable, Row extends RowOf<T>, New> {
  readonly table: T;
  /** Undefined if there is no such table. */
  readonly rows: readonly ImportRow<T>[] | undefined;
  readonly readers: Readers<Row>;
  /** The unique key of a row; two rows with one key are an error. */
  readonly keyOf: (row: Row) => string;
  /** Looks up the things that the rows name; returns a function that judges a row. */
  readonly look: (rows: readonly At<Row>[]) => Promise<(row: At<Row>) => Judged<New>>;
  readonly insert: (fresh: readonly New[]) => Promise<unknown>;
}

/** A key of several cells, each of which may hold any character. */
export const keyOf = (...cells: readonly string[]): string => JSON.stringify(cells);

/** Imports a table: parses each cell, records faults with their lines, adds new rows. */
export async function take<T extends ImportTable, Row extends RowOf<T>, New>(
  { counts, wrong }: Pick<Arrival, 'counts' | 'wrong'>,
  { table, rows, readers, keyOf: keyOfRow, look, insert }: Taking<T, Row, New>,
): Promise<void> {
  if (!rows) return;
  const refuse = (line: number, reason: string) => void wrong.push({ table, line, reason });
  const read = readRows(rows, readers, (line, column, why) => {
    refuse(line, `${columnsOf(table)[column]?.name ?? column}: ${why}`);
  });
  const lines = new Map<string, number>();
  const judge = await look(read);
  const fresh: New[] = [];
  let known = 0;
  for (const row of read) {
    const earlier = lines.get(keyOfRow(row));
    lines.set(keyOfRow(row), earlier ?? row.line);
    const judged = earlier === undefined ? judge(row) : { wrong: `то же самое, что в строке ${earlier}` };
    if (judged === 'known') known += 1;
    else if ('wrong' in judged) refuse(row.line, judged.wrong);
    else fresh.push(judged.fresh);
  }
  if (fresh.length > 0) await insert(fresh);
  counts.push({ table, added: fresh.length, known });
}

function readRows<T extends ImportTable, Row extends RowOf<T>>(
  rows: readonly ImportRow<T>[],
  readers: Readers<Row>,
  refuse: (line: number, column: string, why: string) => void,
): At<Row>[] {
  return rows.flatMap((cells) => {
    const { line } = cells;
    const texts = cells as unknown as Readonly<Record<string, string>>;
    const row = parseRow(readers, texts, (column, why) => {
      refuse(line, column, why);
    });
    return row ? [{ ...row, line }] : [];
  });
}
