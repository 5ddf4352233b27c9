import { beforeEach, expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { addTariff, importTestRecords } from '../../../test/portal/call-client.ts';
import { addClient, type ClientShape } from '../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { chargeUpTo } from './charge-run.ts';
import { warnOfLowMoney } from './low-money.ts';

const ENOUGH = 10;

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  await addMain();
});
let accountId: number;
const addMain = async (shape: ClientShape = {}) => {
  ({ accountId } = await addClient(portal.world, { balance: 300_00, ...shape }));
};

/** Noon of a day of November; all days up to it are charged, and its accounts looked at. */
async function lookOn(day: number): Promise<void> {
  portal.clock.set(new Date(Date.UTC(2026, 10, day, 8)));
  await chargeUpTo(portal.world);
  expect(await warnOfLowMoney(portal.world, ENOUGH)).toBe(true);
}
const told = async () =>
  (
    await portal.pool.query<{ title: string; body: string; is_shown: boolean }>(
      `select title, body, until > $1 as is_shown from message where notice_key like 'debt.money_low%' order by message_id`,
      [portal.clock.now()],
    )
  ).rows.map(({ title, body, is_shown }) => ({ title: title.replaceAll('\u00a0', ' '), body, is_shown }));

test('three days before a charge that is not covered its client is told the day, the sum, and what is missing, once', async () => {
  await lookOn(27);
  expect(await told()).toEqual([]);
  await lookOn(28);
  const [first, ...others] = await told();
  expect(others).toEqual([]);
  expect(first).toMatchObject({ title: '1 декабря денег не хватит', is_shown: true });
  expect(first?.body.replaceAll('\u00a0', ' ')).toContain('спишем 1 179 ₽, не хватает 879 ₽');
  await lookOn(29);
  await lookOn(30);
  expect(await told()).toHaveLength(1);
});

test('whoever has enough, is in debt already, or has an autopayment is told nothing', async () => {
  await portal.pool.query(
    `insert into autopayment (autopayment_id, account_id, acquirer, state, days_ahead, ceiling_kopecks, subscription_id, created_at, connected_at,
       expires_at)
     values (gen_random_uuid(), $1, 'sandbox', 'active', 3, 150000, 's', now(), now(), now())`,
    [accountId],
  );
  await addClient(portal.world, { contractId: 200_002, balance: 1179_00 });
  await addClient(portal.world, { contractId: 200_003, balance: -5_00, creditLimit: 100_00, blocked: true });
  await lookOn(28);
  expect(await told()).toEqual([]);
  await addClient(portal.world, { contractId: 200_004, balance: 300_00 });
  await lookOn(29);
  expect(await told()).toHaveLength(1);
});

test('money that is charged by the day runs out on a day, too', async () => {
  await addClient(portal.world, { contractId: 200_002, balance: 3_00, fee: 1_00, unit: 'day' });
  await lookOn(20);
  // Of the three roubles none is left on the fourth day.
  expect((await told()).map(({ title }) => title)).toEqual([]);
  await lookOn(21);
  expect((await told()).map(({ title }) => title)).toEqual(['24 ноября денег не хватит']);
});

test('calls made so far count: their client is told what the first of the month will cost with them', async () => {
  await addClient(portal.world, { contractId: 200_002, balance: 5000_00, telephone: true });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 220 }]);
  const phone = "(select account_id from account where contract_id = 200002 and kind = 't')";
  await portal.pool.query(`update account set credit_limit_kopecks = 80000 where account_id = ${phone}`);
  await lookOn(28);
  const before = await told();
  // 800 roubles cover even three times the plan of 250; the plan and 274 minutes of calls they do not.
  await importTestRecords(portal, [
    { uniqueid: 'a', billsec: 8220 },
    { uniqueid: 'b', billsec: 8220 },
  ]);
  await lookOn(29);
  const titles = (await told()).slice(before.length);
  expect(titles).toMatchObject([{ title: '1 декабря денег не хватит' }]);
  expect(titles[0]?.body.replaceAll('\u00a0', ' ')).toContain('спишем 852,80 ₽, не хватает 53 ₽');
});

test('a payment takes the warning away', async () => {
  await lookOn(28);
  const at = { now: portal.clock.now(), zone: portal.world.provider.time_zone };
  await portal.world.db.write((tx) =>
    credit(tx, { accountId, amount: kopecks(900_00), method: 'cash', reference: 'cash:1', text: 'Оплата' }, at),
  );
  expect(await told()).toMatchObject([{ is_shown: false }]);
});

test('all are looked at, five hundred at a time', async () => {
  await portal.pool.query(
    `with more as (
       insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
       select 700000 + n, '', '', '', (select min(town_id) from town), '1', 1, '2026-01-01' from generate_series(1, 499) n returning contract_id)
     insert into account (kind, contract_id, account_no) select 'i', contract_id, contract_id || 'i' from more`,
  );
  await addClient(portal.world, { contractId: 800_000, balance: 300_00 });
  portal.clock.set(new Date(Date.UTC(2026, 10, 28, 8)));
  await chargeUpTo(portal.world);
  const look = async () => [await warnOfLowMoney(portal.world, 1), (await told()).length];
  expect([await look(), await look(), await look()]).toEqual([
    [false, 1],
    [true, 2],
    [true, 2],
  ]);
});

test('two processes at once tell it once, and a day is looked at after it is charged', async () => {
  portal.clock.set(new Date(Date.UTC(2026, 10, 28, 8)));
  expect(await warnOfLowMoney(portal.world, ENOUGH)).toBe(true);
  expect(await told()).toEqual([]);
  await chargeUpTo(portal.world);
  await Promise.all([warnOfLowMoney(portal.world, ENOUGH), warnOfLowMoney(portal.world, ENOUGH)]);
  expect(await told()).toHaveLength(1);
  const { rows } = await portal.pool.query('select finished_at is not null as is_done from low_money_run');
  expect(rows).toEqual([{ is_done: true }]);
});
