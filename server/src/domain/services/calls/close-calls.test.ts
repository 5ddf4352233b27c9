import type { Day } from '@kabinet/contract/kernel/day';
import { expect, test } from 'vitest';
import { addClient } from '../../../../test/portal/client.ts';
import { addTariff, importTestRecords, makeSipLine, NUMBER, type Cdr } from '../../../../test/portal/call-client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { closeCalls } from './close-calls.ts';

async function exchange(): Promise<TestPortal> {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 220 }], [{ seconds: 60, zones: ['mobile'] }]);
  return portal;
}

async function close({ world, pool }: TestPortal, day: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'select account_id as id from account where contract_id is not null',
  );
  const accounts = rows.map(({ id }) => id);
  return world.db.write((tx) => closeCalls(tx, accounts, day as Day));
}

async function chargesIn({ pool }: Pick<TestPortal, 'pool'>) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select what, text, amount_kopecks as amount, day, phone_number, user_id, service_from, service_until
     from one_time_charge order by one_time_charge_id`,
  );
  return rows;
}

const october = (day: number, uniqueid = String(day)): Cdr => ({
  uniqueid,
  start: `2026-10-${String(day).padStart(2, '0')} 12:00:00`,
});

test('closing a month makes one charge per number', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [
    october(5),
    october(6),
    october(7),
    { uniqueid: 'n', start: '2026-11-01 00:30:00' },
  ]);
  expect(await close(portal, '2026-11-01')).toBe(1);
  expect(await chargesIn(portal)).toEqual([
    {
      what: `${NUMBER}:calls:2026-10`,
      text: 'Разговоры за октябрь, номер 55-11-22',
      amount: 440,
      day: '2026-11-01',
      phone_number: NUMBER,
      user_id: null,
      service_from: '2026-10-01',
      service_until: '2026-11-01',
    },
  ]);
});

test('a month closed again, also twice at once, is charged once', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [october(5), october(6)]);
  const made = await Promise.all([close(portal, '2026-11-01'), close(portal, '2026-11-01')]);
  expect(made.sort()).toEqual([0, 1]);
  expect(await close(portal, '2026-11-02')).toBe(0);
  expect(await chargesIn(portal)).toHaveLength(1);
});

test('does not close the current month, and charges nothing for a sum of zero', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [october(5)]);
  expect(await close(portal, '2026-10-31')).toBe(0);
  // A minute of the package: nothing to pay.
  expect(await close(portal, '2026-11-01')).toBe(0);
});

test('late calls are charged separately, each time the difference', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [october(5), october(6)]);
  await close(portal, '2026-11-01');
  // Earlier than both: this call now gets the minute of the package, and another call is paid.
  await importTestRecords(portal, [october(4)]);
  await close(portal, '2026-12-01');
  await importTestRecords(portal, [october(8), october(9), october(9, 'other')]);
  await close(portal, '2027-01-01');
  const charges = await chargesIn(portal);
  expect(charges.map(({ what, amount, day }) => [what, amount, day])).toEqual([
    [`${NUMBER}:calls:2026-10`, 220, '2026-11-01'],
    [`${NUMBER}:calls:2026-10:late-1`, 220, '2026-12-01'],
    [`${NUMBER}:calls:2026-10:late-2`, 660, '2027-01-01'],
  ]);
  expect(charges[1]).toMatchObject({
    text: 'Разговоры за октябрь, номер 55-11-22, поступили позже',
    service_from: '2026-10-01',
  });
});

test('calls of a SIP line are charged to its own account and service', async () => {
  const portal = await exchange();
  const line = await makeSipLine(portal, '78482551144');
  await importTestRecords(portal, [
    { ...october(5), src: '551144' },
    { ...october(6), src: '551144' },
  ]);
  await close(portal, '2026-11-01');
  const { rows } = await portal.pool.query('select account_id, user_id, phone_number from one_time_charge');
  expect(rows).toEqual([{ ...line, phone_number: null }]);
});

test("in the demo, charges of the history are not repeated, and this month's are made", async () => {
  const portal = await testPortal();
  expect(await close(portal, '2026-11-20')).toBe(0);
  const { rows } = await portal.pool.query<{ amount: number }>(
    `select sum(amount_kopecks)::integer as amount from call_record
     where phone_number = '78482003107' and period = '2026-11'`,
  );
  await close(portal, '2026-12-01');
  const charges = await chargesIn(portal);
  expect(charges.filter((charge) => charge['phone_number'] === '78482003107')).toMatchObject([
    { what: '78482003107:calls:2026-11', amount: rows[0]!.amount },
  ]);
});

test('a call over midnight whose first part comes when the month of the second is charged is charged once', async () => {
  const portal = await exchange();
  await importTestRecords(portal, [
    october(5),
    // By the clocks of the exchange, an hour behind: a minute and five minutes of November.
    { uniqueid: 'n', start: '2026-10-31 23:01:00' },
    { uniqueid: 'second', linkedid: 'over', start: '2026-10-31 23:05:00' },
  ]);
  await close(portal, '2026-12-01');
  await importTestRecords(portal, [{ uniqueid: 'first', linkedid: 'over', start: '2026-10-31 22:55:00' }]);
  await close(portal, '2026-12-02');
  // Two minutes in all, which belong to October; later calls of November are charged as always.
  await importTestRecords(portal, [{ uniqueid: 'late', start: '2026-11-03 12:00:00' }]);
  await close(portal, '2026-12-03');
  expect((await chargesIn(portal)).map(({ what, amount }) => [what, amount])).toEqual([
    [`${NUMBER}:calls:2026-11`, 220],
    [`${NUMBER}:calls:2026-10`, 220],
    [`${NUMBER}:calls:2026-11:late-1`, 220],
  ]);
});
