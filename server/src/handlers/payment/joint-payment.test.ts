import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { verifyLedger } from '#domain/money/ledger/verify.ts';
import { credit } from '#domain/payments/payment/credit.ts';
import { setPaid } from '#domain/payments/payment/payment.queries.ts';
import { orderRefund } from '#domain/payments/refunds/refund.ts';
import { tell } from '../../../test/bank.ts';
import { addClient, type ClientShape } from '../../../test/client.ts';
import { testPortal, type TestPortal } from '../../../test/portal.ts';

const { payment } = contract;
const WHO = 200_001;
const NBSP = /\u00a0/g;
const BOTH = { p: 'i', amount: '629', other_amount: '188' } as const;

/** A client whose services and number are off for debt: the money of both accounts is short. */
const DEBTOR: ClientShape = { balance: -628_50, creditLimit: 628_50, blocked: true, telephone: true };

async function books(portal: TestPortal, who = WHO) {
  const { rows } = await portal.pool.query<{ kind: string; balance: string }>(
    'select kind, balance_kopecks as balance from account where contract_id = $1 order by kind',
    [who],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, Number(balance)]));
}

const order = (portal: TestPortal, query: Record<string, string> = BOTH, who = WHO) =>
  portal.send(payment.sbp, { query: query as typeof BOTH }, who);

/** A payment of 629 ₽ and 188 ₽ that the bank has reported. */
async function paid(shape: ClientShape = { telephone: true }) {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, shape);
  const { body } = await order(portal);
  await tell(portal, { qrId: body.qr_id, amount: 817_00 });
  await portal.work();
  const at = () => ({ now: portal.clock.now(), zone: portal.world.provider.time_zone });
  const refund = (wanted: { amount?: number; account?: 'i' | 't' } = {}) =>
    portal.world.db
      .write((tx) =>
        orderRefund(
          tx,
          portal.world.outside.acquirer,
          {
            paymentId: body.payment_id,
            account: wanted.account,
            ...(wanted.amount !== undefined && { amount: kopecks(wanted.amount) }),
          },
          at(),
        ),
      )
      .catch((error: unknown) => (error as Error).message.replaceAll(NBSP, ' '));
  return { portal, client, order: body, at, refund, verify: () => portal.world.db.read(verifyLedger) };
}

test('one code takes the money for both accounts, whichever of them is named first', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  const { status, body } = await order(portal);
  expect([status, body.amount, body.parts]).toEqual([
    200,
    '817.00',
    [
      { p: 'i', amount: '629.00' },
      { p: 't', amount: '188.00' },
    ],
  ]);
  const mirrored = await order(portal, { p: 't', amount: '188', other_amount: '629' });
  expect(mirrored.body.payment_id).toBe(body.payment_id);
  // The same sum in other parts, and the same sum for one account, are other orders.
  expect((await order(portal, { p: 'i', amount: '628', other_amount: '189' })).body.payment_id).not.toBe(
    body.payment_id,
  );
  expect((await order(portal, { p: 'i', amount: '817' })).body.payment_id).not.toBe(body.payment_id);
  const { rows } = await portal.pool.query<{ amount: string; purpose: string }>(
    'select amount_kopecks as amount, purpose from sandbox_bank.qr order by created_at, qr_id',
  );
  expect(rows).toHaveLength(3);
  expect(rows.map(({ purpose }) => purpose.replaceAll(NBSP, ' '))).toContain(
    'Договор 200001, счета «Интернет» 629 ₽ и «Телефон» 188 ₽',
  );
});

test.each([
  ['a part of nothing', { other_amount: '0' }, 409, 'payment_amount_too_small'],
  ['a first part of nothing', { amount: '0' }, 409, 'payment_amount_too_small'],
  ['less than the least payment in all', { amount: '5', other_amount: '4.99' }, 409, 'payment_amount_too_small'],
  ['more than the largest in all', { amount: '60000', other_amount: '40000.01' }, 409, 'payment_amount_too_large'],
  ['words', { other_amount: 'всё' }, 422, 'bad_input'],
])('refuses %s', async (_, change, status, code) => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  const answer = await order(portal, { ...BOTH, ...change });
  expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([status, code]);
  expect((await portal.pool.query('select 1 from payment')).rowCount).toBe(0);
});

test('each part may be less than the least payment, and more than the other', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  expect((await order(portal, { p: 'i', amount: '0.01', other_amount: '9.99' })).status).toBe(200);
});

test('refuses a contract with one account', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world);
  expect(await order(portal)).toMatchObject({ status: 409, body: { code: 'payment_no_account' } });
  expect((await portal.pool.query('select 1 from payment')).rowCount).toBe(0);
});

test('the database refuses accounts of two contracts, and a credit that leaves an account out', async () => {
  const portal = await testPortal({ template: 'empty' });
  const client = await addClient(portal.world, { telephone: true });
  const stranger = await addClient(portal.world, { contractId: 200_002 });
  const { body } = await order(portal);
  await expect(
    portal.pool.query('update payment set account_id = $1 where payment_id = $2', [
      stranger.accountId,
      body.payment_id,
    ]),
  ).rejects.toMatchObject({ constraint: 'joint_payment_is_whole' });
  // What a process of the version before would do: all of it to the account that it knows.
  const old = portal.world.db.write(async (tx) => {
    const incoming = {
      accountId: client.accountId,
      amount: kopecks(817_00),
      method: 'sbp',
      reference: 'sandbox:1',
      text: 'Пополнение',
    } as const;
    const now = portal.clock.now();
    const transactionId = await credit(tx, incoming, { now, zone: portal.world.provider.time_zone });
    await setPaid(tx, body.payment_id, { transactionId: transactionId ?? 0, externalId: '1', now });
  });
  await expect(old).rejects.toMatchObject({ constraint: 'joint_payment_is_whole' });
  expect(await books(portal)).toEqual({ i: 0, t: 0 });
});

test('a payment for both accounts is credited once, in one transaction, and brings back the services of both', async () => {
  const { portal, order: ordered, verify } = await paid(DEBTOR);
  expect(await books(portal)).toEqual({ i: 50, t: 188_00 });
  await tell(portal, { qrId: ordered.qr_id, amount: 817_00 });
  await portal.work();
  expect(await books(portal)).toEqual({ i: 50, t: 188_00 });
  const { rows } = await portal.pool.query(
    `select count(distinct transaction_id) as transactions, count(*) as entries from ledger_entry join ledger_transaction using (transaction_id)
     where kind = 'payment'`,
  );
  expect(rows).toEqual([{ transactions: 1, entries: 3 }]);
  expect((await portal.send(payment.status, { query: { payment_id: ordered.payment_id } }, WHO)).body).toMatchObject({
    state: 'paid',
    p: 'i',
    amount: '817.00',
    parts: ordered.parts,
    restored: [
      { name: 'Интернет дома', applied_at: expect.any(String) as string },
      { name: '+7\u00a08482\u00a055-11-22', applied_at: expect.any(String) as string },
    ],
  });
  expect(await verify()).toEqual([]);
});
