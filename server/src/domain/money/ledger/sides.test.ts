import { expect, test } from 'vitest';
import { databaseBefore } from '../../../../test/former-database.ts';
import { verifyLedger } from './verify.ts';

/** Movements of the account: kind, kopecks, the number of the line that it corrects, day. */
const LINES = [
  ['payment', 1000, null, '2026-01-05'],
  ['charge', -300, null, '2026-01-10'],
  ['correction', 120, 2, '2026-01-11'],
  ['correction', -120, 3, '2026-02-01'],
  ['refund', -200, 1, '2026-02-02'],
  ['correction', 200, 5, '2026-02-03'],
  ['correction', 40, null, '2026-02-04'],
] as const;

test('migrates books kept by sign to sides by kind, and verification passes', async () => {
  const { db, migrateOn } = await databaseBefore('0032_sides_by_kind.sql');
  const { pool } = db;
  await pool.query(`
    insert into town (name) values ('Тестовый');
    insert into contract
      (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
    select 1, 'Тестов Тест Тестович', 'Тест Тестович', 'Тестов Т. Т.', town_id, '1', 1, '2025-01-01' from town;
    insert into account (kind, contract_id, account_no) values ('i', 1, '1i'), ('correction', null, 'correction')`);
  for (const [index, [kind, amount, corrects, day]] of LINES.entries()) {
    await pool.query(
      `with made as (
         insert into ledger_transaction (transaction_id, kind, reference, day, happened_at, corrects_transaction_id)
         values ($1::bigint, $2, 'test:' || $1::bigint, $3::date, $3::date, $4) returning transaction_id, day, happened_at
       )
       insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
       select transaction_id, account_id, case kind when 'i' then $5::bigint else -$5::bigint end, day, happened_at, 'Проба'
       from made, account order by account_id`,
      [index + 1, kind, day, corrects, amount],
    );
  }
  await migrateOn();
  const months = await pool.query(
    'select period, paid_kopecks as paid, charged_kopecks as charged from account_month order by period',
  );
  expect(months.rows).toEqual([
    { period: '2026-01', paid: 1000, charged: 180 },
    { period: '2026-02', paid: 40, charged: 120 },
  ]);
  expect(await db.read(verifyLedger)).toEqual([]);
  await expect(pool.query('update ledger_entry set is_return = false')).rejects.toMatchObject({ code: '23001' });
});
