import type { ImportTable } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

type Named = Pick<SaidRow, 'key'>;

const keysOf = (rows: readonly Named[]): string[] => rows.map(({ key }) => key);

export interface SaidRow {
  /** As `TableImport.keyOf` writes it. */
  readonly key: string;
  /** By column, unparsed; a column that the file lacked is absent. */
  readonly cells: Readonly<Record<string, string | undefined>>;
}

/** What a table said last of these rows. */
export const formerRows = (tx: Tx, table: ImportTable, rows: readonly Named[]): Promise<SaidRow[]> =>
  tx.rows(sql`
    select key, cells from import_row where table_name = ${table} and key = any(${keysOf(rows)}::text[])`);

export const rememberRows = (tx: Tx, table: ImportTable, rows: readonly SaidRow[], now: Date): Promise<number> =>
  tx.run(sql`
    insert into import_row (table_name, key, cells, said_at)
    select ${table}, key, cells, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (key text, cells jsonb)
    on conflict (table_name, key) do update set cells = excluded.cells, said_at = excluded.said_at
    where import_row.cells <> excluded.cells`);

/** Rows that a table brought and says no more: how many, and the first of them. */
export const goneRows = (tx: Tx, table: ImportTable, most: number): Promise<{ key: string; count: number }[]> =>
  tx.rows(sql`
    select key, count(*) over ()::integer as count from import_row
    where table_name = ${table} and not exists (
      select from import_said said where said.table_name = import_row.table_name and said.key = import_row.key)
    order by key limit ${most}`);
