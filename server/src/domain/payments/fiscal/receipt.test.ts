import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { atolRegister } from '#server/integrations/fiscal/atol.ts';
import { atolEmulator } from '../../../../test/emulators/atol.ts';
import { addClient, balanceOf, type ClientShape } from '../../../../test/portal/client.ts';
import { PUBLIC_URL, testPortal } from '../../../../test/portal/portal.ts';
import { credit } from '../payment/credit.ts';
import { orderRefund } from '../refunds/refund.ts';
import { retryReceipt } from './receipt.ts';
import { troubledReceipts } from './receipt.queries.ts';

interface Row {
  kind: string;
  state: string;
  try: number;
  register: string;
  url: string | null;
  fn_number: string | null;
  fd_number: string | null;
  fpd: string | null;
  error: string | null;
}

async function opened(shape: ClientShape = {}) {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, shape);
  const { db } = portal.world;
  let payments = 0;
  const pay = (more: Partial<Parameters<typeof credit>[1]> = {}) =>
    db.write((tx) =>
      credit(
        tx,
        {
          accountId: client.accountId,
          amount: kopecks(629_10),
          method: 'sbp',
          reference: `test:${(payments += 1)}`,
          text: 'Пополнение',
          ...more,
        },
        { now: portal.clock.now(), zone: 'Europe/Samara' },
      ),
    );
  const receipts = async () =>
    (await portal.pool.query<Row>('select * from fiscal_receipt order by transaction_id')).rows;
  const waited = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      portal.clock.advance(60_000);
      await portal.work();
    }
  };
  return { portal, db, ...client, pay, receipts, waited };
}

async function withAtol(shape: ClientShape = {}) {
  const all = await opened(shape);
  const atol = await atolEmulator();
  Object.assign(all.portal.world.outside, {
    cashRegister: atolRegister(atol.settings, `${PUBLIC_URL}/gateway/receipt`),
  });
  return { ...all, atol };
}

test('a payment gets its receipt once, and a recorded receipt says that it is not valid', async () => {
  const { portal, pay, receipts } = await opened();
  await pay();
  await pay({ reference: 'test:1' });
  expect(await receipts()).toMatchObject([{ kind: 'sell', state: 'due' }]);
  await portal.work();
  await portal.work();
  const [receipt, ...others] = await receipts();
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({ state: 'done', register: 'recorded', fn_number: '0000000000000000' });
  const page = await portal.inject({ url: new URL(receipt!.url!).pathname });
  expect(page.statusCode).toBe(200);
  const words = page.body.replaceAll(/\u00a0|&nbsp;/g, ' ');
  for (const text of [
    '629,10 ₽',
    'силы не имеет',
    'Аванс за услуги связи',
    '113,44 ₽ (22/122)',
    '20.11.2026 14:05:00',
  ]) {
    expect(words).toContain(text);
  }
  expect((await portal.inject({ url: '/sandbox/receipt/none' })).statusCode).toBe(404);
});

test("payments with an agent's receipt, and transfers between companies, get no receipt from us", async () => {
  const { portal, pay, receipts, contractId } = await opened();
  await pay({ fiscalizedBy: 'agent', method: 'bank' });
  await pay({ method: 'transfer' });
  expect(await receipts()).toHaveLength(1);
  await portal.pool.query('update contract set is_company = true where contract_id = $1', [contractId]);
  await pay({ method: 'transfer' });
  expect(await receipts()).toHaveLength(1);
  await pay();
  expect(await receipts()).toHaveLength(2);
});

test('asks ATOL for an advance with the rate of the day, the sum in roubles, and the client’s own e-mail', async () => {
  const { portal, pay, receipts, waited, atol, contractId } = await withAtol();
  await portal.pool.query(`insert into contact values ($1, 'email', 'client@example.com', 'active')`, [contractId]);
  const transactionId = await pay();
  await waited(2);
  const [document] = atol.documents();
  expect(document).toMatchObject({
    kind: 'sell',
    body: {
      external_id: `kabinet-${transactionId}-1`,
      timestamp: '20.11.2026 14:05:00',
      service: { callback_url: `${PUBLIC_URL}/gateway/receipt` },
      receipt: {
        client: { email: 'client@example.com' },
        company: { sno: 'osn', inn: '6321000003', email: 'help@volga-telecom.example' },
        items: [
          {
            price: 629.1,
            quantity: 1,
            sum: 629.1,
            payment_method: 'advance',
            payment_object: 'payment',
            vat: { type: 'vat122' },
          },
        ],
        payments: [{ type: 1, sum: 629.1 }],
        total: 629.1,
      },
    },
  });
  expect(await receipts()).toMatchObject([
    {
      state: 'done',
      register: 'atol',
      url: 'https://ofd.example/rec/100',
      fn_number: '9999078900012345',
      fd_number: '100',
      fpd: '2996787100',
    },
  ]);
});

test('uses another rate before 2026', async () => {
  const { portal, pay, waited, atol } = await withAtol();
  portal.clock.set(new Date('2025-12-31T19:59:59Z'));
  await pay();
  portal.clock.set(new Date('2025-12-31T20:00:00Z'));
  await pay();
  await waited(1);
  const rates = atol.documents().map(({ body }) => (body.receipt.items[0]!['vat'] as { type: string }).type);
  expect(rates.sort()).toEqual(['vat120', 'vat122']);
});

test('a lost reply or a failed register causes neither a second receipt nor a lost one', async () => {
  const { portal, pay, receipts, waited, atol, accountId } = await withAtol();
  atol.faults.loseAnswers = 2;
  atol.faults.isDown = true;
  await pay();
  await portal.work();
  expect(await balanceOf(portal.world, accountId)).toBe(629_10);
  expect(await receipts()).toMatchObject([{ state: 'due' }]);
  atol.faults.isDown = false;
  await waited(20);
  expect(await receipts()).toMatchObject([{ state: 'done', try: 1 }]);
  expect(atol.documents()).toHaveLength(1);
});

test('«wait» is retried; a call of the register only speeds up the next request, its content is not trusted', async () => {
  const { portal, pay, receipts, atol } = await withAtol();
  atol.faults.waits = 2;
  await pay();
  await portal.work();
  expect(await receipts()).toMatchObject([{ state: 'sent' }]);
  const uuid = atol.documents()[0]!.uuid;
  const call = async (body: object) => {
    const reply = await portal.inject({
      method: 'POST',
      url: '/gateway/receipt',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    await portal.work();
    return reply.statusCode;
  };
  expect(await call({ uuid, status: 'done', payload: { ofd_receipt_url: 'https://evil.example' } })).toBe(200);
  expect(await receipts()).toMatchObject([{ state: 'sent', url: null }]);
  expect(await call({ uuid: crypto.randomUUID(), status: 'done' })).toBe(200);
  expect(await call({ nonsense: true })).toBe(200);
  await call({ uuid });
  expect(await receipts()).toMatchObject([{ state: 'sent' }]);
  await call({ uuid });
  expect(await receipts()).toMatchObject([{ state: 'done', url: 'https://ofd.example/rec/100' }]);
});

test('fetches a new token when the old one expires, and keeps a valid one', async () => {
  const { pay, receipts, waited, atol } = await withAtol();
  await pay();
  await pay();
  await waited(2);
  expect(atol.tokens()).toBe(1);
  atol.faults.forgetsTokens = true;
  await pay();
  await waited(2);
  expect((await receipts()).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  expect(atol.tokens()).toBe(2);
});

test.each(['fails', 'refuses'] as const)(
  'when it %s, the operator sees it, and another attempt has its own number',
  async (fault) => {
    const { portal, db, pay, receipts, waited, atol, accountId } = await withAtol();
    atol.faults[fault] = true;
    const transactionId = (await pay())!;
    await waited(2);
    expect(await receipts()).toMatchObject([{ state: 'failed', error: expect.stringMatching(/[а-я]/) as string }]);
    expect(await balanceOf(portal.world, accountId)).toBe(629_10);
    expect(await db.read(troubledReceipts)).toMatchObject([{ transaction_id: transactionId, state: 'failed' }]);
    atol.faults[fault] = false;
    expect(await db.write((tx) => retryReceipt(tx, transactionId, portal.clock.now()))).toBe(true);
    await waited(2);
    expect(await receipts()).toMatchObject([{ state: 'done', try: 2, error: null }]);
    expect(await db.read(troubledReceipts)).toEqual([]);
    expect(await db.write((tx) => retryReceipt(tx, transactionId, portal.clock.now()))).toBe(false);
  },
);

test('a register silent for days counts as failed; a retry asks for the same receipt instead of a new one', async () => {
  const { portal, db, pay, receipts, waited, atol } = await withAtol();
  atol.faults.waits = 1_000_000;
  const transactionId = (await pay())!;
  await portal.work();
  for (let hour = 0; hour < 80; hour += 1) {
    portal.clock.advance(3_600_000);
    await portal.work();
  }
  expect(await receipts()).toMatchObject([{ state: 'failed', error: 'Касса не ответила за три дня' }]);
  atol.documents()[0]!.waits = 0;
  await db.write((tx) => retryReceipt(tx, transactionId, portal.clock.now()));
  await waited(1);
  expect(await receipts()).toMatchObject([{ state: 'done', try: 1 }]);
  expect(atol.documents()).toHaveLength(1);
});

test('without a register receipts wait, and the operator sends them later', async () => {
  const { portal, db, pay, receipts } = await opened();
  const { outside } = portal.world;
  const register = outside.cashRegister;
  delete (outside as { cashRegister?: unknown }).cashRegister;
  const transactionId = (await pay())!;
  await portal.work();
  expect(await receipts()).toMatchObject([{ state: 'due' }]);
  expect(await db.read(troubledReceipts)).toMatchObject([{ transaction_id: transactionId, state: 'due' }]);
  Object.assign(outside, { cashRegister: register });
  expect(await db.write((tx) => retryReceipt(tx, transactionId, portal.clock.now()))).toBe(true);
  await portal.work();
  expect(await receipts()).toMatchObject([{ state: 'done' }]);
});

test('a refund has a receipt of its own kind', async () => {
  const { portal, db, receipts, waited, atol, contractId } = await withAtol();
  const query = { p: 'i', amount: '700' } as const;
  const { body } = await portal.send(contract.payment.sbp, { query }, contractId);
  await portal.world.outside.sandboxBank!.act(body.qr_id, 'pay', portal.clock.now());
  await waited(1);
  const at = { now: portal.clock.now(), zone: 'Europe/Samara' };
  const wanted = { paymentId: body.payment_id, amount: kopecks(200_00) };
  await db.write((tx) => orderRefund(tx, portal.world.outside.acquirer, wanted, at));
  await waited(15);
  expect(await receipts()).toMatchObject([
    { kind: 'sell', state: 'done' },
    { kind: 'sell_refund', state: 'done' },
  ]);
  expect(atol.documents().map(({ kind, body: { receipt } }) => [kind, receipt.total])).toEqual([
    ['sell', 700],
    ['sell_refund', 200],
  ]);
});
