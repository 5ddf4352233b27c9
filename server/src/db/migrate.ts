import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { openDatabase } from './database.ts';
import { grantOfNewTables, grantToRunningRole } from './running-role.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
/** An arbitrary number, the same in every process, so that simultaneous starts migrate one after another. */
const LOCK = 7_482_001;

interface MigrateOptions {
  /** Gets progress messages. */
  readonly say?: (line: string) => void;
  readonly folder?: URL;
  /** Another role that runs the portal, with the rights for that and no others. */
  readonly runningRole?: string | undefined;
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/**
 * Migrates the database to the schema of this version: forward only, each file once, in one transaction. It uses its
 * own connections without a statement timeout: rebuilding a large table, or waiting for another migrating process,
 * takes long.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const db = openDatabase(url, { connections: 2, patience: 10_000, longestStatement: 0 });
  try {
    await alone(db.pool, options, async (client) => {
      const { runningRole } = options;
      if (runningRole !== undefined) await grantOfNewTables(client, runningRole);
      await applyAll(client, options);
      await runMigrations({ pgPool: db.pool });
      if (runningRole !== undefined) await grantToRunningRole(client, runningRole);
    });
  } finally {
    await db.close();
  }
}

/** Names of migrations that the database lacks, and of applied ones that this version does not know. */
export async function compareMigrations(
  pool: pg.Pool,
): Promise<{ missing: string[]; unknown: string[]; isEmpty: boolean }> {
  const table = await pool.query<{ name: string | null }>(`select to_regclass('migration')::text as name`);
  const isThere = table.rows[0]?.name !== null;
  const has = isThere ? (await pool.query<{ name: string }>('select name from migration order by name')).rows : [];
  const [applied, known] = [has.map(({ name }) => name), await namesIn(FOLDER)];
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    isEmpty: !isThere,
  };
}

async function alone(
  pool: pg.Pool,
  { say }: MigrateOptions,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK]);
    if (!rows[0]?.free) {
      say?.('Базу данных обновляет другой процесс, жду его');
      await client.query('select pg_advisory_lock($1)', [LOCK]);
    }
    await work(client);
  } finally {
    // Closing the connection frees the lock, whatever state it is in.
    client.release(true);
  }
}

const namesIn = async (folder: URL) => (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();

async function applyAll(client: pg.PoolClient, { say, folder = FOLDER }: MigrateOptions): Promise<void> {
  await client.query(
    `create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration');
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const due = (await Promise.all((await namesIn(folder)).map((name) => readMigration(folder, name)))).filter(
    (migration) => !isApplied(migration, applied.get(migration.name)),
  );
  // Creating tables takes a moment; a migration of a provider's data may take minutes.
  const isNew = rows.length === 0;
  if (isNew) say?.('Создаю таблицы…');
  for (const [index, migration] of due.entries()) {
    if (!isNew) say?.(`Обновляю базу данных, ${index + 1} из ${due.length}: ${migration.name}`);
    await apply(client, migration);
  }
}

async function readMigration(folder: URL, name: string): Promise<Migration> {
  const text = await readFile(new URL(name, folder), 'utf8');
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
}

function isApplied({ name, checksum }: Migration, applied: string | undefined): boolean {
  if (applied === undefined || applied === checksum) return applied === checksum;
  throw new Error(`Migration ${name} was changed after it had been applied: write a new one`);
}

async function apply(client: pg.PoolClient, { name, text, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
