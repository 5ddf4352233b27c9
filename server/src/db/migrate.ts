import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';

const FOLDER = new URL('../../migrations/', import.meta.url);
/** Any number, the same in every process: two starts at once migrate one after the other. */
const LOCK = 7_482_001;

/** Brings the database to the schema of this version; forward only, each file once, in one transaction. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      `create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()) {
      await apply(client, name, await readFile(new URL(name, FOLDER), 'utf8'));
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    client.release();
  }
  await runMigrations({ pgPool: pool });
}

async function apply(client: pg.PoolClient, name: string, text: string): Promise<void> {
  const checksum = createHash('sha256').update(text).digest('hex');
  const applied = await client.query<{ checksum: string }>('select checksum from migration where name = $1', [name]);
  if (applied.rows[0]?.checksum === checksum) return;
  if (applied.rows[0]) throw new Error(`Migration ${name} was changed after it had been applied: write a new one`);
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
