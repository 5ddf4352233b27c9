import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../test/database/database.ts';
import { openDatabase } from './database.ts';
import { compareMigrations, migrate } from './migrate.ts';

/** A migrated database, and a folder with more migrations. */
async function withMigrations(texts: Readonly<Record<string, string>>) {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES.empty);
  const db = openDatabase(url, { connections: 1 });
  const path = await mkdtemp(join(tmpdir(), 'kabinet-migrations-'));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(path, name), text);
  onTestFinished(async () => {
    await db.close();
    await dropDatabase(server, url);
    await rm(path, { recursive: true });
  });
  return { url, db, folder: pathToFileURL(`${path}/`) };
}

test('a migration has no time limit', async () => {
  const { url, db, folder } = await withMigrations({
    '9001_limit.sql': `create table seen as select current_setting('statement_timeout') as longest`,
  });
  await migrate(url, { folder });
  expect((await db.pool.query('select longest from seen')).rows).toEqual([{ longest: '0' }]);
});

test('of two simultaneous starts one migrates and the other waits, and both report it', async () => {
  const { url, db, folder } = await withMigrations({
    '9001_first.sql': 'create table first (); select pg_sleep(0.3)',
    '9002_second.sql': 'create table second ()',
  });
  const said: [string[], string[]] = [[], []];
  await Promise.all(said.map((lines) => migrate(url, { folder, say: (line) => void lines.push(line) })));
  expect(said.toSorted((a, b) => b.length - a.length)).toEqual([
    ['Обновляю базу данных, 1 из 2: 9001_first.sql', 'Обновляю базу данных, 2 из 2: 9002_second.sql'],
    ['Базу данных обновляет другой процесс, жду его'],
  ]);
  const { missing, unknown } = await compareMigrations(db.pool);
  expect({ missing, unknown }).toEqual({ missing: [], unknown: ['9001_first.sql', '9002_second.sql'] });
});

test('a failed migration leaves no changes, and a changed one is refused', async () => {
  const { url, db, folder } = await withMigrations({ '9001_wrong.sql': 'create table half (); select 1 / 0' });
  await expect(migrate(url, { folder })).rejects.toThrow('9001_wrong.sql failed');
  expect((await db.pool.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }]);
  await writeFile(new URL('9001_wrong.sql', folder), 'create table half ()');
  await migrate(url, { folder });
  await writeFile(new URL('9001_wrong.sql', folder), 'create table other ()');
  await expect(migrate(url, { folder })).rejects.toThrow('changed after');
});
