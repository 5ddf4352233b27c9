import { expect, test } from 'vitest';
import { addClient } from '../../../../test/portal/client.ts';
import { addTariff, importTestRecords, NUMBER } from '../../../../test/portal/call-client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { heldNumbers } from './intake.queries.ts';
import { retryHeld } from './intake.ts';

const ZONE = 'Europe/Samara';
const ABROAD = '441234567890';

async function exchange(packages?: Parameters<typeof addTariff>[3]): Promise<TestPortal> {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 220 }], packages);
  await portal.pool.query(`select keep_call_month('2026-11')`);
  return portal;
}

/** Takes November out of the table and puts it back, as `months.sh` does. */
const archiveIt = ({ pool }: TestPortal) => pool.query('alter table call_record detach partition call_record_2026_11');
const restoreIt = ({ pool }: TestPortal) =>
  pool.query(`
    insert into call_record_2026_11 select * from call_record_other where period = '2026-11';
    delete from only call_record_other where period = '2026-11';
    alter table call_record attach partition call_record_2026_11 for values from ('2026-11') to ('2026-12')`);

const pricesAbroad = (portal: TestPortal) => addTariff(portal, { '44': 'abroad' }, [{ zone: 'abroad', price: 2500 }]);

/** What November came to: calls by direction, seconds and kopecks of the number, and what is to be charged of it. */
const sums = async ({ pool }: TestPortal) =>
  (
    await pool.query<{ sum: string }>(
      `select concat_ws(' ', direction, sum(calls), sum(seconds), sum(amount_kopecks)) as sum
       from call_total where phone_number = $1 and period = '2026-11' group by direction
       union all select 'month ' || amount_kopecks from call_month where phone_number = $1 and period = '2026-11' order by 1`,
      [NUMBER],
    )
  ).rows.map(({ sum }) => sum);

const waiting = async ({ world }: TestPortal) =>
  (await world.db.read(heldNumbers)).map(({ held, dst, seconds }) => [held, dst, seconds]);

test('calls in the archive are not made again when another part of them is tried again', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [
    { uniqueid: '1', linkedid: 'one' },
    { uniqueid: '2', linkedid: 'one', dst: ABROAD },
  ]);
  const before = ['month 220', 'out 1 60 220'];
  expect(await sums(portal)).toEqual(before);
  await archiveIt(portal);
  expect(await retryHeld(portal.world, ZONE)).toBe(1);
  expect(await sums(portal)).toEqual(before);
  expect(await waiting(portal)).toEqual([['unknown_zone', ABROAD, 60]]);
  // It waited when the month went away, so nobody knows here what became of it.
  await pricesAbroad(portal);
  expect(await retryHeld(portal.world, ZONE)).toBe(1);
  expect(await sums(portal)).toEqual(before);
  expect(await waiting(portal)).toEqual([['archived', ABROAD, 60]]);
  await restoreIt(portal);
  expect(await retryHeld(portal.world, ZONE)).toBe(0);
  expect(await sums(portal)).toEqual(['month 2720', 'out 2 120 2720']);
});

test('a late part of a call in the archive waits until the month is back', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [{ uniqueid: '1', linkedid: 'one' }]);
  await archiveIt(portal);
  await importTestRecords(portal, [{ uniqueid: '2', linkedid: 'one', start: '2026-11-10 12:01:00' }]);
  expect(await sums(portal)).toEqual(['month 220', 'out 1 60 220']);
  expect(await waiting(portal)).toEqual([['archived', '79270000001', 60]]);
  await restoreIt(portal);
  expect(await retryHeld(portal.world, ZONE)).toBe(0);
  expect(await sums(portal)).toEqual(['month 440', 'out 1 120 440']);
});

test('a late part from the month before waits, too: the call that it begins is in the archive', async () => {
  const portal = await exchange();
  await portal.pool.query(`select keep_call_month('2026-10')`);
  // By the clocks of the exchange, an hour behind.
  await importTestRecords(portal, [{ uniqueid: '2', linkedid: 'one', start: '2026-10-31 23:00:30' }]);
  await archiveIt(portal);
  await importTestRecords(portal, [{ uniqueid: '1', linkedid: 'one', start: '2026-10-31 22:59:30' }]);
  expect(await sums(portal)).toEqual(['month 220', 'out 1 60 220']);
  expect((await portal.pool.query('select from call_record')).rowCount).toBe(0);
  await restoreIt(portal);
  expect(await retryHeld(portal.world, ZONE)).toBe(0);
  expect((await portal.pool.query('select period, seconds, amount_kopecks as amount from call_record')).rows).toEqual([
    { period: '2026-10', seconds: 120, amount: 440 },
  ]);
});

test('the call of whoever was called is not made again while that of the caller waits for a price', async () => {
  const portal = await exchange();
  const caller = '78482551133';
  await portal.pool.query(
    `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on)
     select $1, contract_id, account_id, plan_id, state, opened_on from phone_number where phone_number = $2`,
    [caller, NUMBER],
  );
  await addTariff(portal, { '78482': 'town' }, [{ zone: 'town', direction: 'in', price: 100 }]);
  await importTestRecords(portal, [{ uniqueid: '1', src: caller, dst: NUMBER }]);
  expect(await sums(portal)).toEqual(['in 1 60 100', 'month 100']);
  await archiveIt(portal);
  expect(await retryHeld(portal.world, ZONE)).toBe(1);
  expect(await sums(portal)).toEqual(['in 1 60 100', 'month 100']);
  expect(await waiting(portal)).toEqual([['no_rate', NUMBER, 60]]);
});

test('a call of which nothing was known is made beside those in the archive, and finds of a package what they have left', async () => {
  const portal = await exchange([{ seconds: 90, zones: ['mobile'] }]);
  await importTestRecords(portal, [
    { uniqueid: '1', start: '2026-11-10 12:00:00' },
    { uniqueid: '2', start: '2026-11-10 13:00:00' },
  ]);
  expect(await sums(portal)).toEqual(['month 220', 'out 2 120 220']);
  await archiveIt(portal);
  await importTestRecords(portal, [{ uniqueid: '3', start: '2026-11-09 12:00:00' }]);
  await importTestRecords(portal, [{ uniqueid: '4', start: '2026-11-08 12:00:00' }]);
  expect(await sums(portal)).toEqual(['month 660', 'out 4 240 660']);
  expect(await waiting(portal)).toEqual([]);
  // A late part of it finds it, though the month is away.
  await importTestRecords(portal, [{ uniqueid: '5', linkedid: '3', start: '2026-11-09 12:01:00' }]);
  expect(await sums(portal)).toEqual(['month 880', 'out 4 300 880']);
});
