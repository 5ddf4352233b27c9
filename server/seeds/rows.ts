import type pg from 'pg';

/** Rows by column name; all rows of one call have the same columns. */
type Row = object;

/** Inserts all rows in one statement. */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await client.query(insertionOf(table, rows), [JSON.stringify(rows)]);
}

/** Inserts all rows in one statement and returns their new ids by the value of the unique column `key`. */
export async function insertKeyed(
  client: pg.ClientBase,
  table: string,
  id: string,
  key: string,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const { rows: made } = await client.query<{ id: string | number; key: string }>(
    `${insertionOf(table, rows)} returning ${id} as id, ${key} as key`,
    [JSON.stringify(rows)],
  );
  return new Map(made.map((row) => [row.key, Number(row.id)]));
}

const insertionOf = (table: string, rows: readonly Row[]): string => {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  return `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`;
};

/** The value of a key; throws if it is missing. */
export function known<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demo knows no ${String(key)}`);
  return value;
}

/** Runs the work in one transaction without a time limit. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    // Compiling a statement that runs once takes longer than running it.
    await client.query('set local statement_timeout = 0; set local jit = off');
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure as Error;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Updates the planner's statistics, so that the first queries are as fast as later ones. */
export async function analyze(pool: pg.Pool, tables = ''): Promise<void> {
  await inTransaction(pool, (client) => client.query(`analyze ${tables}`));
}
