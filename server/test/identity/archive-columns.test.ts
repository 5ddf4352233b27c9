import { expect, test } from 'vitest';
import type { Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { sentFiles } from '#server/domain/documents/archive/archive.queries.ts';
import { ARCHIVE_TABLES } from '#server/domain/documents/archive/tables.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { LEFT_OUT } from './archive-left-out.ts';

// Whoever adds a column decides whether it belongs into the archive of the subscriber's data.

/** A transaction that notes the texts of its statements. */
function noting(tx: Tx, texts: Set<string>): Tx {
  return new Proxy(tx, {
    get: (target, name) => (statement: Sql) => {
      texts.add(statement.text);
      return (target[name as keyof Tx] as (one: Sql) => Promise<unknown>).call(target, statement);
    },
  });
}

/** The statements that an archive of this contract is made of. */
async function statementsOf({ world }: TestPortal, contractId: number): Promise<Set<string>> {
  const texts = new Set<string>();
  await world.db.read(async (plain) => {
    const tx = noting(plain, texts);
    for (const { rows } of ARCHIVE_TABLES)
      for await (const part of rows(tx, { contractId, today: '2026-11-20' as never, vault: world.outside.vault }))
        void part;
    await sentFiles(tx, contractId);
  });
  return texts;
}

/** The columns that statements read, `table.column`, as PostgreSQL itself notes them for a view. */
async function columnsRead({ pool }: TestPortal, statements: ReadonlySet<string>): Promise<Set<string>> {
  const read = new Set<string>();
  const client = await pool.connect();
  for (const text of statements) {
    await client.query('begin');
    await client.query(`prepare asked as ${text}`);
    const { rows: types } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'asked'`,
    );
    // A view has no parameters.
    const bare = text.replace(/\$(\d+)/g, (_, at: string) => `null::${types[0]!.types[Number(at) - 1]!}`);
    const { rows: fields } = await client.query<{ count: number }>(
      `select cardinality(result_types) as count from pg_prepared_statements where name = 'asked'`,
    );
    const names = Array.from({ length: fields[0]!.count }, (_, at) => `c${at}`);
    await client.query(`create temp view asked (${names.join(', ')}) as ${bare}`);
    const { rows } = await client.query<{ name: string }>(`
      select distinct r.relname || '.' || a.attname as name from pg_depend d
      join pg_rewrite w on w.oid = d.objid and w.ev_class = 'asked'::regclass
      join pg_class r on r.oid = d.refobjid join pg_attribute a on a.attrelid = r.oid and a.attnum = d.refobjsubid
      where d.refobjsubid > 0 and d.refclassid = 'pg_class'::regclass`);
    for (const { name } of rows) read.add(name);
    await client.query('deallocate asked');
    await client.query('rollback');
  }
  client.release();
  return read;
}

/** Every column of a table whose rows belong to a contract. */
async function columnsOfContracts({ pool }: TestPortal): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass) and c.table_name in (
      select table_name from information_schema.columns where table_schema = 'public' and column_name in ('contract_id', 'user_id', 'account_id'))
    order by c.table_name, c.ordinal_position`);
  return rows.map(({ name }) => name);
}

const leftOut = Object.values(LEFT_OUT).flatMap((lines) =>
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [table, ...columns] = line.trim().split(' ');
      return columns.map((column) => `${table}.${column}`);
    }),
);

test('every column of what a contract has is in the archive, or has a reason why not', async () => {
  const portal = await testPortal();
  const read = await columnsRead(portal, await statementsOf(portal, 100_001));
  const unread = (await columnsOfContracts(portal)).filter((name) => !read.has(name));
  expect(unread.filter((name) => !leftOut.includes(name))).toEqual([]);
  // A column that is in the archive now, or is no more, needs no reason; none has two.
  expect(leftOut.filter((name, at) => !unread.includes(name) || leftOut.indexOf(name) !== at)).toEqual([]);
});
