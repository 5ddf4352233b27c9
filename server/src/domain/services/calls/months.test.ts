import { expect, test } from 'vitest';
import { addClient } from '../../../../test/portal/client.ts';
import { addTariff, importTestRecords, NUMBER } from '../../../../test/portal/call-client.ts';
import { databaseBefore } from '../../../../test/database/former-database.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { keepCallMonths } from '../../../jobs/services/call-months.ts';

async function exchange(): Promise<TestPortal> {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await addTariff(portal, { '79': 'mobile', '': 'other' }, [{ zone: 'mobile', price: 220 }]);
  return portal;
}

const keep = ({ pool }: Pick<TestPortal, 'pool'>, ...periods: string[]) =>
  pool.query('select keep_call_month(period) from unnest($1::text[]) period', [periods]);

const callsByPartition = async (pool: TestPortal['pool']) =>
  (
    await pool.query<{ call: string }>(
      `select concat_ws(' ', tableoid::regclass, period, seconds, amount_kopecks) as call from call_record order by 1`,
    )
  ).rows.map(({ call }) => call);

const totals = async ({ pool }: TestPortal) =>
  (
    await pool.query<{ total: string }>(
      `select concat_ws(' ', period, calls, seconds, amount_kopecks) as total from call_total where calls > 0 order by 1`,
    )
  ).rows.map(({ total }) => total);

test('a call is in the partition of its month, and moves with its price when an earlier leg of it comes later', async () => {
  const portal = await exchange();
  await keep(portal, '2026-10', '2026-11');
  const late = { uniqueid: '2', linkedid: 'one', src: NUMBER, start: '2026-11-01 00:00:30', billsec: 30 };
  await importTestRecords(portal, [late]);
  expect(await callsByPartition(portal.pool)).toEqual(['call_record_2026_11 2026-11 30 220']);
  await importTestRecords(portal, [{ ...late, uniqueid: '1', start: '2026-10-31 22:58:00', billsec: 60 }]);
  expect(await callsByPartition(portal.pool)).toEqual(['call_record_2026_10 2026-10 90 440']);
  expect(await totals(portal)).toEqual(['2026-10 1 90 440']);
  // The same records again change nothing.
  await importTestRecords(portal, [late]);
  expect(await callsByPartition(portal.pool)).toEqual(['call_record_2026_10 2026-10 90 440']);
});

test('a call of a month that nobody has made yet is kept, and goes into its partition when it is made', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [{ uniqueid: '1', start: '2026-11-10 12:00:00', billsec: 60 }]);
  const before = await totals(portal);
  expect(await callsByPartition(portal.pool)).toEqual(['call_record_other 2026-11 60 220']);
  await keep(portal, '2026-11');
  await keep(portal, '2026-11');
  expect(await callsByPartition(portal.pool)).toEqual(['call_record_2026_11 2026-11 60 220']);
  expect(await totals(portal)).toEqual(before);
});

test('the months ahead are made before their first call', async () => {
  const portal = await exchange();
  portal.clock.set(new Date('2026-12-31T21:00:00Z'));
  await keepCallMonths(portal.world);
  const { rows } = await portal.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'call_record'::regclass order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    ...['call_record_2027_01', 'call_record_2027_02', 'call_record_2027_03', 'call_record_other'],
  ]);
});

test('a table that has calls becomes one partition without a row moving; later months get their own', async () => {
  const { db, migrateOn } = await databaseBefore('0206_calls_have_a_bound.sql');
  const { pool } = db;
  await pool.query(`
    insert into call_zone (zone, name, "position") values ('mobile', 'Мобильные', 1);
    insert into plan (service_kind, name, summary, price_kopecks) values ('telephone', 'Поминутный', '', 0);
    insert into call_record (phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, period, plan_id, linkedid)
    select '78482000001', '2026-09-15T10:00:00Z'::timestamptz + n * interval '1 month', '79270000001', 'out', 'mobile', 60, 220,
      to_char('2026-09-15'::date + n * interval '1 month', 'YYYY-MM'), (select min(plan_id) from plan), 'call ' || n
    from generate_series(0, 30) n`);
  const calls = 'select *, ctid from call_record order by call_record_id';
  const before = (await pool.query(calls)).rows;
  await migrateOn();
  expect((await pool.query(calls)).rows).toEqual(before);
  const last = '2029-03';
  const insert = (period: string, linkedid: string) =>
    pool.query<{ id: number; partition: string }>(
      `insert into call_record (phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, period, plan_id, linkedid)
       values ('78482000001', now(), '79270000001', 'out', 'mobile', 60, 220, $1, (select min(plan_id) from plan), $2)
       returning call_record_id::int as id, tableoid::regclass::text as partition`,
      [period, linkedid],
    );
  await keep({ pool }, '2026-11', last, '2029-04');
  expect((await insert(last, 'in its last month')).rows).toEqual([
    { id: before.length + 1, partition: 'call_record_former' },
  ]);
  expect((await insert('2029-04', 'in the next')).rows).toEqual([
    { id: before.length + 2, partition: 'call_record_2029_04' },
  ]);
  await expect(insert('2026-09', 'call 0')).rejects.toMatchObject({ code: '23505' });
});
