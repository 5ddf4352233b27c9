import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import type { QrOrder } from '#server/integrations/acquirer/port.ts';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { tell } from '../../../../test/portal/bank.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';

const { payment } = contract;
const WHO = 200_001;

test('says what to pay, and for what', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { balance: 1234_50 });
  const { body } = await portal.send(payment.expectedPrice, {}, WHO);
  expect(body).toMatchObject({
    amount: '1124.00',
    suggestions: [
      { months: 1, amount: '1124.00', lasts_until: '2027-02-01' },
      { months: 2, amount: '2303.00', lasts_until: '2027-03-01' },
      { months: 3, amount: '3482.00', lasts_until: '2027-04-01' },
    ],
    smallest: '10.00',
    largest: '100000.00',
  });
});

test('beside another billing it is a month of what works, and no day', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { balance: 200_00 });
  await portal.pool.query(`update account set charged_through = null; update charging_source set source = 'external'`);
  const { body } = await portal.send(payment.expectedPrice, {}, WHO);
  expect(body).toMatchObject({
    amount: '979.00',
    suggestions: [
      { months: 1, amount: '979.00', lasts_until: null },
      { months: 2, amount: '2158.00', lasts_until: null },
      { months: 3, amount: '3337.00', lasts_until: null },
    ],
  });
});

test('in debt it is the debt, made up of the charges that caused it', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { balance: -628_50, creditLimit: 628_50, blocked: true });
  const { body } = await portal.send(payment.expectedPrice, { query: { p: 'i' } }, WHO);
  expect(body).toMatchObject({
    amount: '629.00',
    parts: [
      { text: 'Интернет «Тест»', amount: '628.50' },
      { text: 'Округление до рубля', amount: '0.50' },
    ],
  });
});

test('shows the effect of the payment before it is made', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { balance: -628_50, creditLimit: 628_50, blocked: true });
  const enough = await portal.send(payment.options, { query: { p: 'i', amount: '629' } }, WHO);
  expect(enough.body).toMatchObject({
    ways: [{ way: 'sbp', fee: '0.00', smallest: '10.00', largest: '100000.00' }, { way: 'transfer' }],
    transfer: { qr: expect.stringMatching(/\|Sum=62900\|PersAcc=200001i\|/) as string },
    after: { balance: '0.50', lasts_until: '2026-12-01', days_left: 11, switches_on: ['Интернет дома'] },
  });
  const little = await portal.send(payment.options, { query: { p: 'i', amount: '100' } }, WHO);
  expect(little.body.after).toMatchObject({ balance: '-528.50', days_left: 0, switches_on: [] });
  const unasked = await portal.send(payment.options, { query: { p: 'i' } }, WHO);
  expect(unasked.body.after).toBeNull();
  // Money does not open what somebody has closed.
  await portal.pool.query(`update service_user set reason = 'operator'`);
  const closed = await portal.send(payment.options, { query: { p: 'i', amount: '629' } }, WHO);
  expect(closed.body.after).toMatchObject({ switches_on: [] });
});

test('tells the way of a payment by its times: ordered, reported by the bank, credited, applied in the network', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { balance: -628_50, creditLimit: 628_50, blocked: true });
  const { body: code } = await portal.send(payment.sbp, { query: { p: 'i', amount: '629' } }, WHO);
  const status = async () => (await portal.send(payment.status, { query: { payment_id: code.payment_id } }, WHO)).body;
  const ordered = { created_at: '2026-11-20T10:05:00.000Z', received_at: null, paid_at: null, restored: [] };
  expect(await status()).toMatchObject(ordered);
  portal.clock.advance(60_000);
  await tell(portal, { qrId: code.qr_id, amount: 629_00 });
  expect(await status()).toMatchObject({ ...ordered, state: 'pending', received_at: '2026-11-20T10:06:00.000Z' });
  portal.clock.advance(1000);
  await portal.work();
  const [name] = ['Интернет дома'];
  expect(await status()).toMatchObject({
    received_at: '2026-11-20T10:06:00.000Z',
    paid_at: '2026-11-20T10:06:01.000Z',
    restored: [{ name, applied_at: '2026-11-20T10:06:01.000Z' }],
  });
  // The network is being told of something else: until it has answered, nothing is said to be applied.
  await portal.pool.query('update service_state set version = version + 1');
  expect((await status()).restored).toEqual([{ name, applied_at: null }]);
});

test('refuses an account that the contract does not have, in every call', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  const answers = await Promise.all([
    portal.send(payment.expectedPrice, { query: { p: 't' } }, WHO),
    portal.send(payment.options, { query: { p: 't' } }, WHO),
    portal.send(payment.sbp, { query: { p: 't', amount: '100' } }, WHO),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [409, 'payment_no_account']),
  );
});

test.each([
  ['9.99', 409, 'payment_amount_too_small', 'Наименьший платёж 10 ₽. Увеличьте сумму'],
  ['100000.01', 409, 'payment_amount_too_large', 'Наибольший платёж 100 000 ₽. Уменьшите сумму'],
  ['12345678', 409, 'payment_amount_too_large', 'Наибольший платёж 100 000 ₽. Уменьшите сумму'],
  ['9'.repeat(90), 409, 'payment_amount_too_large', 'Наибольший платёж 100 000 ₽. Уменьшите сумму'],
  ['-100', 422, 'bad_input', 'Напишите рубли цифрами, копейки — после точки или запятой'],
  ['1e3', 422, 'bad_input', 'Напишите рубли цифрами, копейки — после точки или запятой'],
])('refuses a sum of %s before asking the bank', async (amount, status, code, says) => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  const answer = await portal.send(payment.sbp, { query: { p: 'i', amount } }, WHO);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  const { message, errors } = answer.body as unknown as { message: string; errors?: { message: string }[] };
  expect((errors?.[0]?.message ?? message).replaceAll('\u00a0', ' ')).toBe(says);
  expect((await portal.pool.query('select 1 from payment')).rowCount).toBe(0);
});

test.each(['10', '100000'])('takes %s, which is just within the limits', async (amount) => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  expect((await portal.send(payment.sbp, { query: { p: 'i', amount } }, WHO)).status).toBe(200);
});

test('twenty simultaneous requests make one payment and one order at the bank', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  const orders: QrOrder[] = [];
  const { acquirer } = portal.world.outside;
  const createQr = acquirer.createQr.bind(acquirer);
  acquirer.createQr = (order) => {
    orders.push(order);
    return createQr(order);
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => portal.send(payment.sbp, { query: { p: 'i', amount: '629' } }, WHO)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.body).toMatchObject({
    state: 'pending',
    amount: '629.00',
    created_at: '2026-11-20T10:05:00.000Z',
    expires_at: '2026-11-20T10:20:00.000Z',
  });
  expect(orders).toHaveLength(1);
});

test('another sum has another QR, and so has the same sum after the first expires', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  const qrOf = async (amount: string) => {
    const { body } = await portal.send(payment.sbp, { query: { p: 'i', amount } }, WHO);
    return body.qr_id;
  };
  const first = await qrOf('629');
  expect(await qrOf('630')).not.toBe(first);
  expect(await qrOf('629,00')).toBe(first);
  portal.clock.advance(15 * 60_000);
  expect(await qrOf('629')).not.toBe(first);
});

test('after a bank failure the next request continues with the same payment', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  const { acquirer } = portal.world.outside;
  const createQr = acquirer.createQr.bind(acquirer);
  const orders: string[] = [];
  acquirer.createQr = async (order) => {
    orders.push(order.paymentId);
    const qr = await createQr(order);
    // The bank has registered it, but its reply is lost.
    if (orders.length === 1) throw Object.assign(new Error('lost'), { code: '57014' });
    return qr;
  };
  const lost = await portal.send(payment.sbp, { query: { p: 'i', amount: '629' } }, WHO);
  expect(lost.status).toBe(503);
  const { body, status } = await portal.send(payment.sbp, { query: { p: 'i', amount: '629' } }, WHO);
  expect([status, body.state]).toEqual([200, 'pending']);
  expect(orders).toEqual([body.payment_id, body.payment_id]);
  expect((await portal.pool.query('select 1 from sandbox_bank.qr')).rowCount).toBe(1);
});

test.each(['document', 'image', 'iframe'])('a foreign page cannot order a QR by %s', async (destination) => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  const { status } = await portal.send(payment.sbp, { query: { p: 'i', amount: '629' } }, WHO, {
    'sec-fetch-dest': destination,
  });
  expect(status).toBe(403);
  expect((await portal.pool.query('select 1 from payment')).rowCount).toBe(0);
});

test('only its owner sees the state of a payment', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  await addClient(portal.world, { contractId: 200_002 });
  const { body } = await portal.send(payment.sbp, { query: { p: 'i', amount: '629' } }, WHO);
  const query = { payment_id: body.payment_id };
  const own = await portal.send(payment.status, { query }, WHO);
  expect(own.body).toEqual({
    ...query,
    p: 'i',
    amount: '629.00',
    parts: [{ p: 'i', amount: '629.00' }],
    state: 'pending',
    created_at: body.created_at,
    expires_at: body.expires_at,
    received_at: null,
    paid_at: null,
    restored: [],
  });
  expect((await portal.send(payment.status, { query }, 200_002)).status).toBe(404);
  expect((await portal.send(payment.status, { query: { payment_id: randomUUID() } }, WHO)).status).toBe(404);
});

test('only its owner sees a pending payment, until ten minutes after its code expires', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  await addClient(portal.world, { contractId: 200_002 });
  const awaited = async (who = WHO) => (await portal.send(payment.awaited, {}, who)).body;
  const first = (await portal.send(payment.sbp, { query: { p: 'i', amount: '629' } }, WHO)).body;
  portal.clock.advance(14 * 60_000);
  const second = (await portal.send(payment.sbp, { query: { p: 'i', amount: '300' } }, WHO)).body;
  const ordered = ({ payment_id }: { payment_id: string }, amount: string) => {
    return { payment_id, p: 'i', amount, parts: [{ p: 'i', amount }], state: 'pending' };
  };
  expect(await awaited()).toEqual([ordered(second, '300.00'), ordered(first, '629.00')]);
  expect(await awaited(200_002)).toEqual([]);
  portal.clock.advance(10 * 60_000);
  await tell(portal, { qrId: first.qr_id, amount: 629_00 });
  await portal.work();
  expect(await awaited()).toContainEqual({ ...ordered(first, '629.00'), state: 'paid' });
  portal.clock.advance(60_000);
  expect(await awaited()).toEqual([ordered(second, '300.00')]);
});

test('the debtor of the demo pays the requested sum, and everything works again', async () => {
  const portal = await testPortal();
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  const debtors = async () =>
    (await portal.pool.query(`select 1 from service_user where contract_id = 100002 and reason = 'debt'`)).rowCount;
  expect(await debtors()).toBeGreaterThan(0);
  const { amount } = (await portal.send(payment.expectedPrice, {}, 100_002)).body;
  const { qr_id } = (await portal.send(payment.sbp, { query: { p: 'i', amount } }, 100_002)).body;
  await tell(portal, { qrId: qr_id, amount: fromWireMoney(amount) });
  await portal.work();
  expect(await debtors()).toBe(0);
  const after = await portal.send(contract.internetAccount.get, {}, 100_002);
  expect(after.body).toMatchObject({ blocked: false, balance: '0.50' });
  expect(await portal.world.db.read(verifyLedger)).toEqual([]);
});

test('a subscriber has at most ten payable codes, and a new one when one expires', async () => {
  const atOnce = new AtOnce();
  const portal = await testPortal({ throughDatabase: atOnce.throughDatabase });
  const order = (roubles: number) =>
    portal.send(contract.payment.sbp, { query: { p: 'i', amount: `${roubles}.00` } }, 100003);
  for (let count = 1; count <= 9; count += 1) expect((await order(100 + count)).status).toBe(200);
  const two = await atOnce.both(
    portal,
    () => order(110),
    () => order(111),
  );
  expect(two.map(({ status }) => status)).toEqual([200, 409]);
  expect(await order(500)).toMatchObject({ status: 409, body: { code: 'payment_too_many_codes' } });
  expect((await order(101)).status).toBe(200);
  portal.clock.advance(16 * 60_000);
  expect((await order(500)).status).toBe(200);
});
