import { beforeEach, expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { addClient, type Client } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { credit } from '../payment/credit.ts';
import { takePaymentBack } from '../payment/take-back.ts';
import { giveUp, receiptOf, troubledReceipts } from './receipt.queries.ts';
import { retryReceipt } from './receipt.ts';

// Of several receipts each has its own buyer, its own state and its own number of tries.

let portal: TestPortal;
let one: Client;
let other: Client;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  one = await addClient(portal.world);
  other = await addClient(portal.world, { contractId: 200_002 });
});

const at = () => ({ now: portal.clock.now(), zone: 'Europe/Samara' });
const run = (text: string) => portal.pool.query(text);
let payments = 0;
async function paid({ accountId }: Client, more: Partial<Parameters<typeof credit>[1]> = {}): Promise<number> {
  const reference = `transfer:test:${(payments += 1)}`;
  const money = {
    accountId,
    amount: kopecks(100_00),
    method: 'transfer',
    reference,
    text: 'Перевод',
    ...more,
  } as const;
  return (await portal.world.db.write((tx) => credit(tx, money, at())))!;
}
const receipt = async (id: number) => (await portal.world.db.read((tx) => receiptOf(tx, id)))!;
const retry = (id: number) => portal.world.db.write((tx) => retryReceipt(tx, id, portal.clock.now()));
const states = async () => {
  const { rows } = await portal.pool.query<{ state: string; try: number }>(
    'select state, try from fiscal_receipt order by transaction_id',
  );
  return rows.map((row) => `${row.state} ${row.try}`);
};
const effects = async () => {
  const { rows } = await portal.pool.query<{ key: string; state: string }>(
    `select unique_key as key, state from outbox_effect where unique_key like 'receipt:%' order by unique_key`,
  );
  return rows.map(({ key, state }) => `${key} ${state}`);
};

test('each goes to its own buyer, of its own money', async () => {
  await run(`insert into contact (contract_id, kind, value, state) values
    (${one.contractId}, 'email', 'one@portal.example', 'active'), (${one.contractId}, 'phone', '79270000001', 'code_sent'),
    (${other.contractId}, 'phone', '79270000002', 'active'), (${other.contractId}, 'email', 'other@portal.example', 'code_sent')`);
  const [cash, sbp] = [await paid(one, { method: 'cash' }), await paid(other, { method: 'sbp' })];
  expect(await receipt(cash)).toMatchObject({
    ...{ email: 'one@portal.example', phone: null, is_for_other: false, in_cash: true, follows_another: false },
    items: [{ account_no: `${one.contractId}i`, amount: 100_00 }],
  });
  expect(await receipt(sbp)).toMatchObject({
    ...{ email: null, phone: '79270000002', in_cash: false, follows_another: false },
    items: [{ account_no: `${other.contractId}i`, amount: 100_00 }],
  });
});

test('a return waits for the receipt of its own payment alone', async () => {
  await paid(other);
  const transactionId = await paid(one);
  const taken = await portal.world.db.write(async (tx) =>
    takePaymentBack(
      tx,
      {
        ...{ transactionId, accountId: one.accountId, amount: kopecks(100_00), happenedAt: portal.clock.now() },
        ...{ method: 'transfer', text: 'Отмена', to: await providerAccount(tx, 'acquirer') },
      },
      at(),
    ),
  );
  expect((await receipt(taken.transactionId)).follows_another).toBe(true);
  await run(`update fiscal_receipt set state = 'done', done_at = now() where transaction_id = ${transactionId}`);
  expect((await receipt(taken.transactionId)).follows_another).toBe(false);
});

test('one that another register has issued is stored and not ordered again', async () => {
  await paid(one, { givenReceipt: '17' });
  expect([await states(), await effects()]).toEqual([['done 1'], []]);
});

test('one without a reply is given up, and asked for again, alone', async () => {
  const [first] = [await paid(one), await paid(other)];
  await run(
    `update fiscal_receipt set state = 'sent', register = 'atol', register_id = 'r' || transaction_id, sent_at = now()`,
  );
  await portal.world.db.write((tx) => giveUp(tx, first, 'no reply'));
  expect(await states()).toEqual(['failed 1', 'sent 1']);
  expect(await retry(first)).toBe(true);
  expect(await states()).toEqual(['sent 1', 'sent 1']);
});

test('one that nobody has sent keeps its number while its order may still come, and gets another if there is none', async () => {
  const [first, second] = [await paid(one), await paid(other)];
  const keys = [`receipt:${first}:1`, `receipt:${second}:1`];
  expect(await retry(first)).toBe(false);
  await run(`update outbox_effect set state = 'failed' where unique_key = '${keys[0]}'`);
  expect(await retry(first)).toBe(true);
  expect([await states(), await effects()]).toEqual([
    ['due 1', 'due 1'],
    [`${keys[0]} due`, `${keys[1]} due`],
  ]);
  await run(`update outbox_effect set state = 'done', done_at = now() where unique_key like 'receipt:%'`);
  expect(await retry(first)).toBe(true);
  expect(await states()).toEqual(['due 2', 'due 1']);
  expect(await effects()).toEqual([`${keys[0]} done`, `receipt:${first}:2 due`, `${keys[1]} done`]);
});

test('one that is issued is not tried again, and no other instead of it', async () => {
  const [first, second] = [await paid(one), await paid(other)];
  await run(`update fiscal_receipt set state = 'done', done_at = now() where transaction_id = ${first}`);
  await run(`update outbox_effect set state = 'failed' where unique_key = 'receipt:${second}:1'`);
  expect(await retry(first)).toBe(false);
  expect(await effects()).toContain(`receipt:${second}:1 failed`);
});

test('a person sees those that were refused, or whose order is over, and no others', async () => {
  const ids = [await paid(one), await paid(one), await paid(other), await paid(other)];
  const troubled = async () =>
    (await portal.world.db.read(troubledReceipts)).map(({ transaction_id: id }) => ids.indexOf(id));
  expect(await troubled()).toEqual([]);
  await run(`update fiscal_receipt set state = 'failed', error = 'no' where transaction_id = ${ids[0]}`);
  await run(`delete from outbox_effect where unique_key = 'receipt:${ids[1]}:1'`);
  await run(`update outbox_effect set state = 'failed' where unique_key = 'receipt:${ids[2]}:1'`);
  expect(await troubled()).toEqual([0, 1, 2]);
  await run(`update fiscal_receipt set state = 'done', done_at = now() where transaction_id = ${ids[2]}`);
  expect(await troubled()).toEqual([0, 1]);
});
