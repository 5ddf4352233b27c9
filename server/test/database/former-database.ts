import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { databaseAt, dropDatabase } from './database.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);

/** A separate database with the migrations before the named one; the rest can be run once it is filled. */
export async function databaseBefore(migration: string): Promise<{ db: Database; migrateOn: () => Promise<void> }> {
  const server = inject('databaseUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  await admin.end();
  const url = databaseAt(server, name);
  const db = openDatabase(url);
  onTestFinished(async () => {
    await db.close();
    await dropDatabase(server, url);
  });
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  const apply = async (wanted: readonly string[]) => {
    for (const file of wanted) await db.pool.query(await readFile(new URL(file, FOLDER), 'utf8'));
  };
  await apply(files.filter((file) => file < migration));
  return { db, migrateOn: () => apply(files.filter((file) => file >= migration)) };
}
