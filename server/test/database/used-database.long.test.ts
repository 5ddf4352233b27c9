import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase, dropDatabase, KEPT_TEMPLATES, TEMPLATES } from './database.ts';
import { openTestDatabase } from '../portal/open-portal.ts';
import { usedDatabase, type UsedDatabase } from './used-database.ts';

const take = (): Promise<UsedDatabase> => usedDatabase(inject('databaseUrl'), KEPT_TEMPLATES.demo);

/** Uses a copy as a test does; says whether the next test would get it too. */
async function isKeptAfter(use: (pool: pg.Pool, url: string) => Promise<unknown>): Promise<boolean> {
  const first = await take();
  await use(first.db.pool, first.url);
  await first.leave();
  const next = await take();
  await next.leave();
  return next.url === first.url;
}

const RELATIONS = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'S') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'kept')`;

/** All rows and sequences of the product, a line for each table. */
async function everythingIn(pool: pg.Pool): Promise<Record<string, unknown>> {
  const { rows: relations } = await pool.query<{ name: string; kind: string }>(RELATIONS);
  const found: Record<string, unknown> = {};
  for (const { name, kind } of relations) {
    const content =
      kind === 'S'
        ? `select concat(last_value, is_called) as told from ${name}`
        : `select concat(count(*), md5(string_agg(t::text, '|' order by t::text))) as told from ${name} t`;
    const { rows } = await pool.query<{ told: string }>(content);
    found[name] = rows[0]?.told;
  }
  return found;
}

/** In each table some rows are deleted, some written anew, some changed or added; each sequence goes on. */
const HAVOC = `
  do $$
  declare one record;
  begin
    set local session_replication_role = replica;
    for one in select relation.*, (select quote_ident(attname) from pg_attribute
                 where attrelid = name::regclass and attnum > 0 and attgenerated = '' and attidentity <> 'a' and not attisdropped limit 1) as first
                 from (${RELATIONS}) relation loop
      if one.kind = 'S' then
        perform setval(one.name, 123456);
      else
        execute format('delete from %s where (ctid::text::point)[1]::int %% 3 = 0', one.name);
        execute format('update %1$s set %2$s = %2$s where (ctid::text::point)[1]::int %% 3 = 1', one.name, one.first);
      end if;
    end loop;
    update contract set contract_id = contract_id + 500000 where contract_id = 100002;
    update ledger_transaction set reference = reference || '-changed';
    insert into town select (jsonb_populate_record(town, '{"town_id": 77, "name": "Новый", "is_default": false}')).* from town limit 1;
    delete from town where town_id <> 77;
    truncate internet_session;
  end $$`;

test('whatever a test has changed is put back for the next one', async () => {
  const fresh = await cloneDatabase(inject('databaseUrl'), TEMPLATES.demo);
  const template = openTestDatabase(fresh);
  onTestFinished(async () => {
    await template.close();
    await dropDatabase(inject('databaseUrl'), fresh);
  });
  const original = await everythingIn(template.pool);
  const changed = async (pool: pg.Pool) =>
    Object.entries(await everythingIn(pool)).filter(([name, told]) => told !== original[name]);
  const isKept = await isKeptAfter(async (pool) => {
    await pool.query(HAVOC);
    expect((await changed(pool)).length).toBeGreaterThan(90);
  });
  expect(isKept).toBe(true);
  await isKeptAfter(async (pool) => {
    expect(await changed(pool)).toEqual([]);
  });
});

test.for<[string, (pool: pg.Pool) => Promise<unknown>]>([
  ['another schema', (pool) => pool.query('alter table town add column extra text')],
  ['a trigger that is off', (pool) => pool.query('alter table ledger_entry disable trigger all')],
  ['new statistics', (pool) => pool.query('analyze town')],
  [
    'cut connections',
    (pool) =>
      pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      ),
  ],
])('a database is dropped after %s', async ([, spoil]) => {
  expect(await isKeptAfter(spoil)).toBe(false);
});

test('a database is dropped if somebody is still in a transaction there', async () => {
  const isKept = await isKeptAfter(async (_, url) => {
    const left = new pg.Client({ connectionString: url });
    left.on('error', () => undefined);
    await left.connect();
    await left.query('begin; select from town');
  });
  expect(isKept).toBe(false);
});
