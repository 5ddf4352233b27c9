import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Day } from '@kabinet/contract/kernel/day';
import { endPromises } from '#server/domain/billing/promised-payment/close-promise.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { takePaymentBack } from '#server/domain/payments/payment/take-back.ts';
import { remindOfOne } from '#server/jobs/money/promised-payment.ts';
import { addClient, type Client } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

// What closes a promised payment, to the kopeck, and what opens it again.

const WHO = 200_001;
const OTHER = 200_002;
const ZONE = 'Europe/Samara';
const DEBTOR = { balance: -628_50, creditLimit: 628_50, blocked: true };
const REPAID = 'Обещанный платёж погашен';

let portal: TestPortal;
let client: Client;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  client = await addClient(portal.world, DEBTOR);
});

const at = () => ({ now: portal.clock.now(), zone: ZONE });
const take = async (who = WHO) => (await portal.send(contract.promisedPayment.take, { body: { p: 'i' } }, who)).body;
const state = async () =>
  (
    await portal.pool.query<{ state: string }>(
      `select state from promised_payment where account_id = $1 order by promised_payment_id desc limit 1`,
      [client.accountId],
    )
  ).rows[0]?.state;
const titles = async () => {
  const { rows } = await portal.pool.query<{ title: string }>('select title from message order by message_id');
  return rows.map(({ title }) => title.replaceAll('\u00a0', ' '));
};
let made = 0;
const next = () => `test:${(made += 1)}`;
const pay = async (amount: number) => {
  // Only a transfer is taken back days later.
  const reference = `transfer:${next()}`;
  const payment = {
    accountId: client.accountId,
    amount: kopecks(amount),
    method: 'transfer',
    reference,
    text: 'Перевод',
  } as const;
  const transactionId = await portal.world.db.write((tx) => credit(tx, payment, at()));
  return { ...payment, transactionId: transactionId!, happenedAt: portal.clock.now() };
};
/** Money that is no payment: nobody looks whether the promise is still needed. */
const correct = (amount: number) =>
  portal.world.db.write(async (tx) =>
    post(tx, {
      ...{ kind: 'correction', reference: next(), day: '2026-11-20' as Day, happenedAt: portal.clock.now() },
      entries: [
        { accountId: client.accountId, amount: kopecks(amount), text: 'Исправление' },
        { accountId: await providerAccount(tx, 'correction'), amount: kopecks(-amount), text: 'Исправление' },
      ],
    }),
  );
const end = () => portal.world.db.write((tx) => endPromises(tx, '2026-11-24' as Day, at(), [client.accountId]));
const idOf = async () =>
  (await portal.pool.query<{ id: number }>(`select min(promised_payment_id)::int as id from promised_payment`)).rows[0]!
    .id;

test('what needs no promise on its last day is repaid by its end, to the kopeck', async () => {
  await take();
  await correct(658_50);
  await end();
  expect([await state(), (await titles()).at(-1)]).toEqual(['repaid', REPAID]);
  expect((await portal.send(contract.internetAccount.get, {}, WHO)).body).toMatchObject({ blocked: false });
});

test('a kopeck of debt keeps an ended one open', async () => {
  await take();
  await end();
  expect(await state()).toBe('ended');
  await pay(658_49);
  expect([await state(), (await titles()).includes(REPAID)]).toEqual(['ended', false]);
  await pay(1);
  expect([await state(), (await titles()).includes(REPAID)]).toEqual(['repaid', true]);
});

test('nobody is reminded of one that is closed, or that needs no payment', async () => {
  const reminded = async () => {
    await remindOfOne(portal.world, { promisedPaymentId: await idOf() });
    return (await titles()).filter((title) => title === 'Обещанный платёж заканчивается').length;
  };
  await take();
  await addClient(portal.world, { ...DEBTOR, contractId: OTHER });
  await take(OTHER);
  await correct(2000_00);
  expect(await reminded()).toBe(0);
  await pay(1_00);
  expect([await state(), await reminded()]).toEqual(['repaid', 0]);
});

test('the reminder comes on the last day but one, and no earlier', async () => {
  await take();
  for (const [now, count] of [
    ['2026-11-22T19:59:00Z', 0],
    ['2026-11-22T20:00:00Z', 1],
  ] as const) {
    portal.clock.set(new Date(now));
    await portal.work();
    expect((await titles()).filter((title) => title === 'Обещанный платёж заканчивается')).toHaveLength(count);
  }
});

test('is nobody else’s: who has a limit of his own owes no promise', async () => {
  await take();
  await addClient(portal.world, { contractId: OTHER, balance: 100_00, creditLimit: 500_00 });
  const { body } = await portal.send(contract.internetAccount.get, {}, OTHER);
  expect(body.promise_last_day ?? null).toBeNull();
});

test('without a fee nothing is charged for it', async () => {
  portal.world.provider.promised_payment.i!.fee = kopecks(0);
  expect(await take()).toMatchObject({ balance: '-628.50' });
  const { rows } = await portal.pool.query(`select from ledger_transaction where reference like 'charge:promised%'`);
  expect(rows).toEqual([]);
});

const takeBack = (payment: Awaited<ReturnType<typeof pay>>) =>
  portal.world.db.write(async (tx) =>
    takePaymentBack(tx, { ...payment, to: await providerAccount(tx, 'acquirer') }, at()),
  );

test('what opens it again is the payment that has closed it, no other; its reminder comes, too', async () => {
  await take();
  const part = await pay(100_00);
  portal.clock.advance(60_000);
  const rest = await pay(559_00);
  expect(await state()).toBe('repaid');
  await takeBack(part);
  expect(await state()).toBe('repaid');
  await takeBack(rest);
  expect(await state()).toBe('active');
  portal.clock.set(new Date('2026-11-22T20:00:00Z'));
  await portal.work();
  expect(await titles()).toContain('Обещанный платёж заканчивается');
});

test.each([
  ['2026-11-21T08:00:00Z', 'active', 'ended'],
  ['2026-11-23T20:00:00Z', 'ended', 'ended'],
])('the payment that closed it is taken back at %s: it is %s again, until its own day', async (when, now, then) => {
  await take();
  const payment = await pay(659_00);
  expect(await state()).toBe('repaid');
  portal.clock.set(new Date(when));
  await takeBack(payment);
  expect(await state()).toBe(now);
  portal.clock.set(new Date('2026-11-23T20:00:00Z'));
  await portal.work();
  expect(await state()).toBe(then);
});
