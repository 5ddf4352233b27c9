import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/db/migrate.ts';

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
 * Seconds in which COPY brings the rows of one database into an empty one of the same tables, with their indexes and constraints, in a single
 * transaction and without our triggers; and the same without keys to other tables, as no database may be filled.
 */
export async function secondsOfCopy(
  url: string,
  folder: string,
): Promise<{ whole: number; bare: number; rows: number }> {
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
  into.on('error', () => undefined);
  await into.connect();
  for (const table of TABLES) await into.query(`alter table ${table} disable trigger user`);
  const once = async (role: 'origin' | 'replica') => {
    // Tables that are emptied with these refuse it otherwise.
    await into.query('set session_replication_role = replica');
    await into.query(`truncate ${TABLES.join(', ')} cascade`);
    await into.query(`set session_replication_role = ${role}`);
    await into.query('checkpoint');
    const began = performance.now();
    await into.query('begin');
    for (const table of TABLES) await into.query(`copy ${table} from ${file(table)}`);
    await into.query('commit');
    return (performance.now() - began) / 1000;
  };
  const [whole, bare] = [await once('origin'), await once('replica')];
  await into.end();
  await rm(folder, { recursive: true });
  return { whole, bare, rows };
}
