import type { Database } from '../../server/src/db/database.ts';

/** Rows that a contract leaves in a year: an internet service, every third has TV, it pays once a month. */
const YEAR: readonly (readonly [table: string, rows: number, why: string])[] = [
  ['ledger_transaction', 28, '16 charges, 12 payments'],
  ['ledger_entry', 56, 'two of each'],
  ['fiscal_receipt', 12, 'of each payment'],
  ['internet_session', 365, 'one a day; older than a year goes'],
  ['change_event', 60, 'two of each payment and charge'],
  ['message', 18, 'a reminder, a bill, some news'],
  ['session', 4, 'browsers'],
  ['support_order', 0.5, 'every second year'],
];
const LEAST = 1000;

/** Bytes of a row with its keys; few rows say nothing. */
async function bytesOf({ pool }: Database, table: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string; count: string }>(
    `select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}') where isleaf and relid <> '${table}'::regclass),
       pg_total_relation_size('${table}')) as bytes,
       (select count(*) from ${table}) as count`,
  );
  const [{ bytes, count } = { bytes: 0, count: 0 }] = rows;
  return Number(count) < LEAST ? Number.NaN : Number(bytes) / Number(count);
}

/** What rows of these tables take on the disk, and so a contract in a year. */
export async function yearOf(db: Database): Promise<string[]> {
  const lines: string[] = [];
  let sum = 0;
  for (const [table, rows, why] of YEAR) {
    const each = await bytesOf(db, table);
    if (!Number.isNaN(each)) sum += each * rows;
    lines.push(`| ${table} | ${rows} | ${why} | ${Number.isNaN(each) ? 'too few rows' : `${Math.round(each)} B`} |`);
  }
  const size = await db.pool.query<{ mb: string; each: string }>(
    `select (bytes / 1048576)::int as mb, round(bytes / 1024.0 / (select count(*) from contract), 1) as each
     from pg_database_size(current_database()) bytes`,
  );
  const { mb, each } = size.rows[0]!;
  return [
    '| table | rows a year | why | a row with its keys |',
    '| --- | --- | --- | --- |',
    ...lines,
    `a contract and year: ${(sum / 1024).toFixed(1)} kB; the database now: ${mb} MB, ${each} kB a contract`,
  ];
}
