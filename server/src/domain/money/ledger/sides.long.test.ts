import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { databaseBefore } from '../../../../test/database/former-database.ts';
import { verifyLedger } from './verify.ts';

/** A movement of the account: kind, kopecks, the number of the line that it corrects, day. */
type Line = readonly [kind: string, kopecks: number, corrects: number | null, day: string];

const ACCOUNTS = `
  insert into town (name) values ('Тестовый');
  insert into contract
    (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
  select 1, 'Тестов Тест Тестович', 'Тест Тестович', 'Тестов Т. Т.', town_id, '1', 1, '2025-01-01' from town;
  insert into account (kind, contract_id, account_no) values ('i', 1, '1i'), ('correction', null, 'correction')`;

/** How processes since 0032 tell the side of a line. */
const BY_FUNCTION = 'gives_back(made.kind, corrects, account_id, amount)';

/** Enters a line with its other side. */
const enter = (
  pool: Pick<pg.Pool, 'query'>,
  id: number,
  [kind, amount, corrects, day]: Line,
  isReturn?: 'false' | typeof BY_FUNCTION,
) =>
  pool.query(
    `with made as (
       insert into ledger_transaction (transaction_id, kind, reference, day, happened_at, corrects_transaction_id)
       values ($1::bigint, $2, 'test:' || $1::bigint, $3::date, $3::date, $4)
       returning transaction_id, kind, day, happened_at, corrects_transaction_id as corrects
     ), side as (
       select account_id, contract_id, case kind when 'i' then $5::bigint else -$5::bigint end as amount from account
     )
     insert into ledger_entry
       (transaction_id, account_id, amount_kopecks, day, happened_at, text${isReturn ? ', is_return' : ''})
     select transaction_id, account_id, amount, day, happened_at, 'Проба'
       ${isReturn ? `, contract_id is not null and ${isReturn}` : ''}
     from made, side order by account_id`,
    [id, kind, day, corrects, amount],
  );

async function monthsOf(pool: pg.Pool) {
  const { rows } = await pool.query<{ period: string; paid: number; charged: number }>(
    'select period, paid_kopecks as paid, charged_kopecks as charged from account_month order by period',
  );
  return rows;
}

const BY_SIGN: readonly Line[] = [
  ['payment', 1000, null, '2026-01-05'],
  ['charge', -300, null, '2026-01-10'],
  ['correction', 120, 2, '2026-01-11'],
  ['correction', -120, 3, '2026-02-01'],
  ['refund', -200, 1, '2026-02-02'],
  ['correction', 200, 5, '2026-02-03'],
  ['correction', 40, null, '2026-02-04'],
];

test('migrates books kept by sign to sides by kind, and verification passes', async () => {
  const { db, migrateOn } = await databaseBefore('0032_sides_by_kind.sql');
  const { pool } = db;
  await pool.query(ACCOUNTS);
  for (const [index, line] of BY_SIGN.entries()) await enter(pool, index + 1, line);
  await migrateOn();
  expect(await monthsOf(pool)).toEqual([
    { period: '2026-01', paid: 1000, charged: 180 },
    { period: '2026-02', paid: 0, charged: 80 },
  ]);
  expect(await db.read(verifyLedger)).toEqual([]);
  await expect(pool.query('update ledger_entry set is_return = false')).rejects.toMatchObject({ code: '23001' });
});

const WITH_RECALCULATIONS: readonly Line[] = [
  ['opening', 70, null, '2025-12-31'],
  ['payment', 1000, null, '2026-01-05'],
  ['charge', -300, null, '2026-01-10'],
  ['correction', 120, 3, '2026-01-11'],
  // A recalculation, taken back in the next month, and that taken back again.
  ['correction', 40, null, '2026-01-12'],
  ['correction', -40, 5, '2026-02-01'],
  ['correction', 40, 6, '2026-02-02'],
  ['correction', -15, null, '2026-02-03'],
  ['correction', 15, 8, '2026-02-04'],
  // A payment by mistake.
  ['payment', 500, null, '2026-03-01'],
  ['correction', -500, 10, '2026-03-01'],
  ['refund', -200, 2, '2026-03-02'],
  ['correction', 200, 12, '2026-04-03'],
];
const LATE: Line = ['correction', 7, null, '2026-05-01'];

test('recalculations of books already kept go to the charges, and those that a process of the version before enters meanwhile', async () => {
  const { db, migrateOn } = await databaseBefore('0097_sides_of_recalculations.sql');
  const { pool } = db;
  await pool.query(ACCOUNTS);
  for (const [index, line] of WITH_RECALCULATIONS.entries()) await enter(pool, index + 1, line, BY_FUNCTION);
  const entries = 'select entry_id, transaction_id, amount_kopecks, day, text, method from ledger_entry order by 1';
  const [before, lines] = [await monthsOf(pool), (await pool.query(entries)).rows];
  expect(before.slice(1, 3)).toEqual([
    { period: '2026-01', paid: 1040, charged: 180 },
    { period: '2026-02', paid: 0, charged: 0 },
  ]);

  const [first, second] = [await pool.connect(), await pool.connect()];
  try {
    await first.query('begin');
    await enter(first, 101, LATE, BY_FUNCTION);
    await second.query('begin');
    const migrated = migrateOn();
    await untilWaiting(pool, 1);
    const entered = enter(second, 102, LATE, BY_FUNCTION);
    await untilWaiting(pool, 2);
    await first.query('commit');
    await entered;
    await second.query('commit');
    await migrated;
  } finally {
    first.release();
    second.release();
  }

  expect(await monthsOf(pool)).toEqual([
    { period: '2025-12', paid: 70, charged: 0 },
    { period: '2026-01', paid: 1000, charged: 140 },
    { period: '2026-02', paid: 0, charged: 0 },
    { period: '2026-03', paid: -200, charged: 0 },
    { period: '2026-04', paid: 200, charged: 0 },
    { period: '2026-05', paid: 0, charged: -14 },
  ]);
  expect((await pool.query(entries)).rows.slice(0, lines.length)).toEqual(lines);
  expect(await db.read(verifyLedger)).toEqual([]);
  // The former side of the recalculation is now a fault, and no process can enter one there.
  await pool.query(`begin; set local session_replication_role = replica;
    update ledger_entry set is_return = false where transaction_id = 5; commit`);
  expect((await db.read(verifyLedger)).map(({ fault, subject }) => [fault, subject])).toEqual([
    ['day_differs', '2026-01-12'],
    ['day_differs', '2026-01-12'],
    ['month_differs', '1i 2026-01'],
    ['side_differs', '5'],
    ['side_differs', '6'],
  ]);
  await expect(enter(pool, 103, LATE, 'false')).rejects.toThrow('counts on the wrong side');
});

/** Waits until so many sessions wait for a lock of a table. */
async function untilWaiting(pool: pg.Pool, sessions: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select distinct pid from pg_locks l join pg_class c on c.oid = l.relation
       where not granted and c.relname = 'ledger_entry' and l.database = (select oid from pg_database where datname = current_database())`,
    );
    if (rowCount === sessions) return;
    await pause(10);
  }
}
