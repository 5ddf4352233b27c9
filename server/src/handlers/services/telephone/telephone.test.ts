import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { sql } from '#server/db/sql.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { readingPortal, testPortal } from '../../../../test/portal/portal.ts';

const { telephone, telephoneAccount, telephoneNumber } = contract;

test.each([
  [100_001, { kind: 't', account_no: '2018440', balance: '412.80', blocked: false }],
  [100_002, { kind: 't', balance: '-187.40', blocked: true }],
  [100_004, { kind: 't', balance: '216.55', blocked: false }],
])('the telephone account of %i', async (who, expected) => {
  const portal = await readingPortal();
  expect((await portal.send(telephone.get, {}, who)).body).toMatchObject(expected);
});

test('a client without a telephone contract gets an empty list', async () => {
  const portal = await readingPortal();
  expect((await portal.send(telephone.get, {}, 100_003)).body).toEqual([]);
  expect((await portal.send(telephoneAccount.statTotal, {}, 100_003)).body).toEqual({ items: [], next: null });
  expect((await portal.send(telephoneNumber.list, {}, 100_003)).body).toEqual([]);
});

test('months of the telephone account are its own', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(telephoneAccount.statTotal, {}, 100_001);
  expect(body.items[0]).toMatchObject({ closing: '412.80' });
});

test('closed numbers are only in the full list, at its end', async () => {
  const portal = await readingPortal();
  const numbers = async (call: typeof telephoneNumber.list | typeof telephoneNumber.fullList) =>
    (await portal.send(call, {}, 100_004)).body.map(({ phone_number, state }) => [phone_number, state]);
  expect(await numbers(telephoneNumber.list)).toEqual([['78482003640', 'active']]);
  expect(await numbers(telephoneNumber.fullList)).toEqual([
    ['78482003640', 'active'],
    ['78482003641', 'closed'],
  ]);
});

test('a number has its plan, price and the reason why it is blocked', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(telephoneNumber.list, {}, 100_002);
  expect(body).toMatchObject([
    { state: 'blocked', reason: 'debt', plan: 'Городской', price: '250.00', closed_on: null, is_applied: true },
  ]);
});

test('a blocked number is not applied until the exchange has carried it out', async () => {
  const portal = await testPortal();
  const isApplied = async () => (await portal.send(telephoneNumber.list, {}, 100_001)).body[0]?.is_applied;
  expect(await isApplied()).toBe(true);
  const phoneNumber = '78482003107';
  await portal.world.db.write(async (tx) => {
    await tx.run(
      sql`update phone_number set state = 'blocked', reason = 'operator' where phone_number = ${phoneNumber}`,
    );
    await serviceChanged(tx, { phoneNumber });
  });
  expect(await isApplied()).toBe(false);
  await portal.work();
  expect(await isApplied()).toBe(true);
});
