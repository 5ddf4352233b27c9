import type { ImportTable } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface KeyOnLine {
  readonly key: string;
  readonly line: number;
}

/**
 * Notes the keys of rows of a table; answers those that earlier rows of it had, with the first line of each. Each is looked up by its key:
 * a table that grows within one transaction has no statistics, and a join would read all of it for each portion.
 */
export const sayRows = (tx: Tx, table: ImportTable, rows: readonly KeyOnLine[]): Promise<KeyOnLine[]> =>
  tx.rows(sql`
    with given as materialized (
      select key, min(line) as line
      from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ line }) => line)}::integer[]) as g (key, line)
      group by key
    ), noted as (
      insert into import_said (table_name, key, line) select ${table}, key, line from given on conflict do nothing
    )
    select given.key, said.line from given cross join lateral (
      select line from import_said where table_name = ${table} and key = given.key offset 0
    ) said`);

/** What an import has held in tables while it ran. */
export async function forgetPortions(tx: Tx): Promise<void> {
  await tx.run(sql`delete from import_said`);
  await tx.run(sql`delete from import_opening`);
  await tx.run(sql`delete from import_former`);
}
