import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../server/src/db/migrate.ts';

/** Tables with rows that an import has written, in the order of their keys to one another. */
const TABLES = [
  'town',
  'town_phone',
  'street',
  'coverage',
  'plan',
  'contract',
  'credential',
  'contact',
  'account',
  'account_month',
  'service_user',
  'service_access',
  'fee_charged',
  'ledger_transaction',
  'ledger_entry',
  'ledger_day',
  'search_key',
  'place_word',
  'import_row',
  'change_waiting',
] as const;

/**
 * Seconds in which COPY brings the rows of one database into an empty one of the same tables and indexes: in a single transaction, without
 * triggers and without keys to other tables, so it does less than an import must.
 */
export async function secondsOfCopy(url: string, folder: string): Promise<{ seconds: number; rows: number }> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o777);
  const from = new pg.Client({ connectionString: url });
  await from.connect();
  const file = (table: string) => pg.escapeLiteral(join(folder, table));
  let rows = 0;
  for (const table of TABLES) rows += (await from.query(`copy ${table} to ${file(table)}`)).rowCount ?? 0;
  const other = new URL(url);
  other.pathname = '/kabinet_copied';
  await from.query('drop database if exists kabinet_copied');
  await from.query('create database kabinet_copied');
  await from.end();
  await migrate(other.href);
  const into = new pg.Client({ connectionString: other.href });
  await into.connect();
  await into.query('set session_replication_role = replica');
  await into.query(`truncate ${TABLES.join(', ')} cascade`);
  await into.query('checkpoint');
  const began = performance.now();
  await into.query('begin');
  for (const table of TABLES) await into.query(`copy ${table} from ${file(table)}`);
  await into.query('commit');
  const seconds = (performance.now() - began) / 1000;
  await into.end();
  await rm(folder, { recursive: true });
  return { seconds, rows };
}
