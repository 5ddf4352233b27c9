import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Day } from '@kabinet/contract/kernel/day';
import { correct } from '#server/domain/billing/correction/correct.ts';
import { post, providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { endPromisesNow, remindOfOne } from '#server/jobs/money/promised-payment.ts';
import { endPromises } from '#server/domain/billing/promised-payment/close-promise.ts';
import { breakRows } from '../../../../test/database/broken.ts';
import { addClient, type ClientShape } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { promisedPayment, internetAccount, payment } = contract;
const WHO = 200_001;
const ZONE = 'Europe/Samara';
const plain = (text: unknown) => String(text).replaceAll('\u00a0', ' ');

const DEBTOR: ClientShape = { balance: -628_50, creditLimit: 628_50, blocked: true };

/** A debtor of −628.50 on a separate portal. */
async function debtor(shape: ClientShape = DEBTOR) {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, shape);
  return { portal, ...client, ...askerOn(portal) };
}

function askerOn(portal: TestPortal, who = WHO) {
  const terms = async () => (await portal.send(promisedPayment.get, {}, who)).body;
  const take = (key?: string) =>
    portal.send(promisedPayment.take, { body: { p: 'i' } }, who, key === undefined ? {} : { 'idempotency-key': key });
  const account = async () => (await portal.send(internetAccount.get, {}, who)).body;
  const titles = async () =>
    (await portal.send(contract.notice.getMessages, {}, who)).body.map(({ title }) => plain(title));
  return { terms, take, account, titles };
}

let payments = 0;
const pay = ({ portal, accountId }: { portal: TestPortal; accountId: number }, amount: number) =>
  portal.world.db.write((tx) =>
    credit(
      tx,
      { accountId, amount: kopecks(amount), method: 'cash', reference: `test:${(payments += 1)}`, text: 'Наличными' },
      { now: portal.clock.now(), zone: ZONE },
    ),
  );

const statesOf = async (portal: TestPortal) =>
  (await portal.pool.query<{ state: string }>('select state from service_user order by user_id')).rows.map(
    ({ state }) => state,
  );
const limitsOf = async (portal: TestPortal) => {
  const { rows } = await portal.pool.query<Record<string, number>>(
    `select credit_limit_kopecks as whole, promised_kopecks as promised from account where contract_id = ${WHO}`,
  );
  return rows[0];
};

test('shows everything before it is taken', async () => {
  const { terms } = await debtor();
  const { offer, ...rest } = await terms();
  expect(rest).toEqual({
    terms: { days: 3, fee: '30.00', most: '1500.00' },
    available: true,
    reason: null,
    available_from: null,
    active: null,
  });
  expect({ ...offer, otherwise: plain(offer?.otherwise) }).toEqual({
    amount: '659.00',
    fee: '30.00',
    last_day: '2026-11-23',
    ends_at: '2026-11-23T20:00:00.000Z',
    to_pay: '659.00',
    preview: {
      charge_now: '30.00',
      parts: [{ text: 'Обещанный платёж', amount: '30.00' }],
      charge_next: null,
      balance_after: '-658.50',
      missing: '0.00',
      switches_on: ['Интернет дома'],
      switches_off: [],
    },
    otherwise:
      'Если до 23 ноября, 23:59 не пополнить счёт на 659 ₽, услуги отключатся. Долг 658,50 ₽ останется, новых списаний не будет',
  });
});

test('every account in debt has its ways out: the payment, its effect, and the terms; others cost nothing', async () => {
  const owing = await debtor({ ...DEBTOR, telephone: true });
  const { portal, terms } = owing;
  const ways = async () => (await portal.send(promisedPayment.inDebt, {}, WHO)).body;
  const [internet, telephone, ...rest] = await ways();
  expect(rest).toEqual([]);
  expect(internet).toEqual({
    ...(await terms()),
    p: 'i',
    to_pay: '629.00',
    after: { balance: '0.50', lasts_until: '2026-12-01', days_left: 11, switches_on: ['Интернет дома'] },
  });
  expect(telephone).toMatchObject({ p: 't', after: { switches_on: [expect.stringMatching(/^\+7/) as string] } });
  const { body } = await portal.send(payment.expectedPrice, { query: { p: 't' } }, WHO);
  expect(telephone!.to_pay).toBe(body.amount);
  await pay(owing, 628_50);
  expect((await ways()).map(({ p }) => p)).toEqual(['t']);
});

test('beside another billing whoever owes nothing is asked for nothing, though the services are still off', async () => {
  const owing = await debtor({ ...DEBTOR, telephone: true });
  const { portal } = owing;
  await portal.pool.query(`update account set charged_through = null; update charging_source set source = 'external'`);
  const sums = async () => (await portal.send(promisedPayment.inDebt, {}, WHO)).body.map(({ to_pay }) => to_pay);
  expect(await sums()).toEqual(['629.00', '0.00']);
  expect((await portal.send(payment.expectedPrice, { query: { p: 'i' } }, WHO)).body.other).toBeNull();
  await pay(owing, 628_50);
  expect((await portal.send(internetAccount.get, {}, WHO)).body).toMatchObject({ balance: '0.00', blocked: true });
  expect(await sums()).toEqual(['0.00', '0.00']);
});

test('for a debt of an uncovered fee the payment and the rest include the fee of the return', async () => {
  const owing = await debtor({ ...DEBTOR, balance: 100_00 });
  const { portal } = owing;
  await portal.pool.query('delete from fee_charged');
  await portal.world.db.write((tx) => providerAccount(tx, 'revenue'));
  const [way] = (await portal.send(promisedPayment.inDebt, {}, WHO)).body;
  await pay(owing, Number(way!.to_pay) * 100);
  const { balance, blocked } = (await portal.send(internetAccount.get, {}, WHO)).body;
  expect(Number(way!.to_pay)).toBeGreaterThan(0);
  expect({ balance, blocked }).toEqual({ balance: way!.after.balance, blocked: false });
});

test('restores services at once, charges its fee, and pays nobody', async () => {
  const { portal, terms, take, account, titles } = await debtor();
  const { status, body } = await take();
  expect([status, body]).toMatchObject([
    200,
    {
      active: {
        amount: '659.00',
        fee: '30.00',
        taken_at: '2026-11-20T10:05:00.000Z',
        last_day: '2026-11-23',
        ends_at: '2026-11-23T20:00:00.000Z',
        days_left: 3,
        to_pay: '659.00',
      },
      switched_on: ['Интернет дома'],
      balance: '-658.50',
    },
  ]);
  expect(await statesOf(portal)).toEqual(['active']);
  expect(await account()).toMatchObject({
    balance: '-658.50',
    credit_limit: '659.00',
    blocked: false,
    lasts_until: '2026-11-24',
    days_left: 4,
    promise_last_day: '2026-11-23',
    upcoming: [],
  });
  expect((await terms()).active).toEqual(body.active);
  const { body: users } = await portal.send(contract.user.list, { query: {} }, WHO);
  expect(users.flatMap(({ days_left }) => days_left.map(({ text }) => plain(text)))).toEqual([
    'Обещанный платёж по счёту «Интернет» действует до 23 ноября, 23:59, ещё 3 дня',
  ]);
  expect((await titles())[0]).toBe('Обещанный платёж до 23 ноября, 23:59');
  await portal.work();
  const { rows } = await portal.pool.query("select state ->> 'access' as access from recorded_network.service");
  expect(rows).toEqual([{ access: 'open' }]);
  const paid = await portal.pool.query("select from ledger_transaction where kind = 'payment'");
  expect(paid.rowCount).toBe(0);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test.each<[string, ClientShape, string]>([
  ['money is enough', { balance: 50_00 }, 'select 1'],
  ['the client is new', DEBTOR, "update contract set opened_on = '2026-11-15'"],
  ['the contract is suspended', DEBTOR, "update contract set state = 'suspended'"],
  ['too much is missing', { balance: -2000_00, creditLimit: 2000_00, blocked: true }, 'select 1'],
])('where %s it is refused by the terms, and nothing happens', async (_, shape, change) => {
  const { portal, terms, take } = await debtor(shape);
  await portal.pool.query(change);
  const { available, reason, offer } = await terms();
  expect([available, offer]).toEqual([false, null]);
  const before = await limitsOf(portal);
  const answer = await take();
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([409, 'promised_payment_unavailable', reason]);
  expect(await limitsOf(portal)).toEqual(before);
});

const anyClient = fc.record({
  balance: fc.integer({ min: -2500_00, max: 400_00 }),
  fee: fc.constantFrom(0, 690_00),
  unit: fc.constantFrom('month' as const, 'day' as const),
  billingDay: fc.constantFrom(1, 20, 22, 23, 24, 25),
  opened: fc.constantFrom('2025-01-01', '2026-11-01'),
});

test('an offer is given exactly as shown, a refusal has the same text', async () => {
  const portal = await testPortal({ template: 'empty' });
  let who = WHO;
  const counts = { given: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(anyClient, async ({ balance, fee, unit, billingDay, opened }) => {
      who += 1;
      const blocked = balance < 0;
      const creditLimit = Math.max(0, -balance);
      await addClient(portal.world, { contractId: who, balance, creditLimit, blocked, fee, unit });
      await portal.pool.query('update contract set billing_day = $2, opened_on = $3 where contract_id = $1', [
        who,
        billingDay,
        opened,
      ]);
      const { terms, take, account } = askerOn(portal, who);
      const told = await terms();
      const { status, body } = await take();
      if (!told.available) {
        counts.refused += 1;
        expect([status, body.message]).toEqual([409, told.reason]);
        return;
      }
      counts.given += 1;
      expect(status).toBe(200);
      expect(body.switched_on).toEqual(told.offer?.preview.switches_on);
      expect(body.balance).toBe(told.offer?.preview.balance_after);
      expect(body.active?.to_pay).toBe(told.offer?.to_pay);
      expect(await account()).toMatchObject({ blocked: false, promise_last_day: told.offer?.last_day });
    }),
    { numRuns: 40 },
  );
  expect(Math.min(counts.given, counts.refused)).toBeGreaterThan(0);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('refuses an account that the contract does not have, and hides another client’s promise', async () => {
  const { portal, take } = await debtor();
  await addClient(portal.world, { ...DEBTOR, contractId: 200_002 });
  await take();
  const stranger = await askerOn(portal, 200_002).terms();
  expect([stranger.available, stranger.active]).toEqual([true, null]);
  for (const answer of [
    await portal.send(promisedPayment.get, { query: { p: 't' } }, WHO),
    await portal.send(promisedPayment.take, { body: { p: 't' } }, WHO),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([409, 'payment_no_account']);
  }
});

test('of twenty simultaneous requests from two tabs one succeeds, the others get the reason', async () => {
  const { portal, take } = await debtor();
  const answers = await Promise.all(Array.from({ length: 20 }, () => take()));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(19);
  expect(new Set(refused.map(({ body }) => plain(body.message)))).toEqual(
    new Set(['Обещанный платёж уже действует до 23 ноября, 23:59']),
  );
  expect(await limitsOf(portal)).toEqual({ whole: 659_00, promised: 659_00 });
});

test('a repeat with the same key gets the same reply', async () => {
  const { portal, take } = await debtor();
  const [first, again] = [await take('one-key'), await take('one-key')];
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await portal.pool.query('select from promised_payment')).rowCount).toBe(1);
});

test('the requested payment closes it; a smaller one does not, and still counts', async () => {
  const world = await debtor();
  const { portal, take, terms, account, titles } = world;
  await take();
  await pay(world, 100_00);
  expect((await terms()).active).toMatchObject({ amount: '659.00', to_pay: '559.00' });
  const price = await portal.send(payment.expectedPrice, {}, WHO);
  expect(price.body.amount).toBe('559.00');
  const brings = await portal.send(payment.options, { query: { p: 'i', amount: '10' } }, WHO);
  expect(brings.body.after).toMatchObject({ lasts_until: '2026-11-24', days_left: 4, promise_last_day: '2026-11-23' });
  await pay(world, 559_00);
  expect((await terms()).active).toBeNull();
  expect(await account()).toMatchObject({ balance: '0.50', credit_limit: '0.00', lasts_until: '2026-12-01' });
  expect((await titles())[0]).toBe('Обещанный платёж погашен');
  expect(plain((await terms()).reason)).toContain('денег хватает до 1 декабря');
});

test('a reminder comes a day before; unpaid it ends: services off again, and no other until the debt is paid', async () => {
  const world = await debtor();
  const { portal, take, terms, account, titles } = world;
  await take();
  await portal.pool.query("update access_token set expires_at = '2027-01-01'");
  portal.clock.set(new Date('2026-11-22T20:00:00Z'));
  await portal.work();
  expect((await titles())[0]).toBe('Обещанный платёж заканчивается');
  expect(await statesOf(portal)).toEqual(['active']);

  portal.clock.set(new Date('2026-11-23T19:59:59Z'));
  await portal.work();
  expect((await terms()).active).not.toBeNull();
  portal.clock.set(new Date('2026-11-23T20:00:00Z'));
  await portal.work();
  expect(await statesOf(portal)).toEqual(['blocked']);
  expect(await account()).toMatchObject({ balance: '-658.50', credit_limit: '0.00', blocked: true });
  expect(await titles()).toContain('Обещанный платёж закончился');
  expect(plain((await terms()).reason)).toBe(
    'Прошлый обещанный платёж не погашен. Заплатите долг, и с 18 декабря его снова можно будет взять',
  );

  await pay(world, 659_00);
  expect(await statesOf(portal)).toEqual(['active']);
  expect(await titles()).toContain('Обещанный платёж погашен');
  const { rows } = await portal.pool.query<{ state: string }>('select state from promised_payment');
  expect(rows).toEqual([{ state: 'repaid' }]);
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('a debt that a correction takes away needs no payment: the promise that ended is repaid, and another can be taken', async () => {
  const { portal, accountId, terms, take } = await debtor({ balance: 100_00 });
  const at = () => ({ now: portal.clock.now(), zone: ZONE });
  const entries = [
    { accountId, amount: kopecks(-628_50), text: 'Камера' },
    {
      accountId: await portal.world.db.write((tx) => providerAccount(tx, 'revenue')),
      amount: kopecks(628_50),
      text: 'Камера',
    },
  ];
  const fact = {
    kind: 'charge',
    reference: 'camera',
    day: '2026-11-20' as Day,
    happenedAt: portal.clock.now(),
    entries,
  } as const;
  await portal.pool.query('update account set credit_limit_kopecks = 62850 where account_id = $1', [accountId]);
  const wrong = (await portal.world.db.write((tx) => post(tx, fact)))!;
  await portal.pool.query('update account set credit_limit_kopecks = 0, debt_since = now() where account_id = $1', [
    accountId,
  ]);
  await portal.pool.query("update service_user set state = 'blocked', reason = 'debt' where account_id = $1", [
    accountId,
  ]);
  await take();
  await portal.world.db.write((tx) => endPromises(tx, '2026-11-24' as Day, at(), [accountId]));
  expect(plain((await terms()).reason)).toContain('не погашен');
  await portal.world.db.write((tx) => correct(tx, wrong, 'Камеры нет', at()));
  const { rows } = await portal.pool.query<{ state: string }>('select state from promised_payment');
  expect([rows, await statesOf(portal)]).toEqual([[{ state: 'repaid' }], ['active']]);
  expect(plain((await terms()).reason)).not.toContain('не погашен');
});

test('the end of a day is applied to the given accounts, and a repeat changes nothing', async () => {
  const { portal, accountId, take } = await debtor();
  const other = await addClient(portal.world, { ...DEBTOR, contractId: 200_002 });
  await take();
  await askerOn(portal, 200_002).take();
  const end = (day: string, accounts = [accountId, other.accountId]) =>
    portal.world.db.write((tx) => endPromises(tx, day as Day, { now: portal.clock.now(), zone: ZONE }, accounts));
  const active = async () =>
    (
      await portal.pool.query<{ id: number }>(
        "select account_id as id from promised_payment where state = 'active' order by 1",
      )
    ).rows.map(({ id }) => id);
  await end('2026-11-23');
  expect(await active()).toEqual([accountId, other.accountId]);
  await end('2026-11-24', [other.accountId]);
  expect(await active()).toEqual([accountId]);
  await end('2026-11-25');
  await end('2026-11-25');
  expect(await active()).toEqual([]);
  expect(await statesOf(portal)).toEqual(['blocked', 'blocked']);
  const told = await portal.pool.query("select from message where title = 'Обещанный платёж закончился'");
  expect(told.rowCount).toBe(2);
});

test('a promise that cannot be ended does not stop the others from ending', async () => {
  const { portal, accountId, take } = await debtor();
  const other = await addClient(portal.world, { ...DEBTOR, contractId: 200_002 });
  await take();
  await askerOn(portal, 200_002).take();
  const { mend } = await breakRows(portal.pool, 'promised_payment', `new.account_id = ${accountId}`);
  portal.clock.advance(5 * 86_400_000);
  const states = async () => {
    await endPromisesNow(portal.world);
    const { rows } = await portal.pool.query<{ id: number; state: string }>(
      'select account_id as id, state from promised_payment order by 1',
    );
    return rows.map(({ id, state }) => [id, state]);
  };
  expect(await states()).toEqual([
    [accountId, 'active'],
    [other.accountId, 'ended'],
  ]);
  await mend();
  expect((await states())[0]).toEqual([accountId, 'ended']);
});

test('sends a reminder once, even if its job runs twice', async () => {
  const { portal, take, titles } = await debtor();
  await take();
  portal.clock.set(new Date('2026-11-22T20:00:00Z'));
  const { rows } = await portal.pool.query<{ id: number }>(
    'select promised_payment_id::int as id from promised_payment',
  );
  for (let time = 0; time < 2; time += 1) await remindOfOne(portal.world, { promisedPaymentId: rows[0]?.id ?? 0 });
  await portal.pool.query("update access_token set expires_at = '2027-01-01'");
  expect((await titles()).filter((title) => title === 'Обещанный платёж заканчивается')).toHaveLength(1);
});

test('the account’s own limit and the promise do not overwrite each other', async () => {
  const { portal, take, terms } = await debtor();
  await take();
  const change = (statement: string) => portal.pool.query(`update account set ${statement} where contract_id = ${WHO}`);
  await expect(change('credit_limit_kopecks = 100')).rejects.toThrow('promise_within_credit_limit');
  await expect(change('promised_kopecks = 0')).rejects.toThrow('changes by promised payments only');
  await change('credit_limit_kopecks = promised_kopecks + 70000');
  expect(await limitsOf(portal)).toEqual({ whole: 1359_00, promised: 659_00 });
  expect((await terms()).active).toMatchObject({ to_pay: '0.00' });
  await expect(portal.pool.query('delete from promised_payment')).rejects.toThrow();
  await expect(portal.pool.query('update promised_payment set amount_kopecks = 1')).rejects.toThrow();
});

test('names what it switches on as the screens do: the internet first, mailboxes as one thing', async () => {
  const portal = await testPortal();
  const { body } = await portal.send(promisedPayment.get, {}, 100_002);
  expect(body.offer?.preview.switches_on).toEqual(['Интернет', 'ТВ', 'SIP-телефония', 'Почта']);
});
