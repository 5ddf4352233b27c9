import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { runCommand } from '../../../operator/operator.ts';
import { tell } from '../../../../test/portal/bank.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

// One payment for both accounts around the first of December, on which both prices rise to odd sums. Internet costs 690 ₽ a month and then
// 812,37 ₽, the telephone 250 ₽ and then 333,33 ₽; 100,50 ₽ and 10,25 ₽ are on the accounts.

const { payment } = contract;
const WHO = 200_001;

let portal: TestPortal;
let ids: { internet: string; telephone: string };

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { balance: 100_50, fee: 690_00, telephone: true });
  await run('payment', 'post', '200001t', '10.25', '1', 'Оплата в офисе');
  const planOf = async (kind: string) =>
    (
      await portal.pool.query<{ id: number }>('select plan_id as id from plan where service_kind = $1', [kind])
    ).rows.map(({ id }) => String(id))[0]!;
  ids = { internet: await planOf('internet'), telephone: await planOf('telephone') };
});

async function run(...line: string[]): Promise<string> {
  const said: string[] = [];
  const tools = { ...portal.world, agents: [] };
  const code = await runCommand(
    () => Promise.resolve(tools),
    line,
    (text) => void said.push(text),
  );
  expect([line, code, code === 0 ? [] : said]).toEqual([line, 0, []]);
  return said.join('\n');
}

async function planned(): Promise<void> {
  await run('prices', 'plan', 'plan', ids.internet, '2026-12-01', '812.37');
  await run('prices', 'plan', 'plan', ids.telephone, '2026-12-01', '333.33');
}

const at = (moment: string) => {
  portal.clock.set(new Date(moment));
};
/** What the page of the payment asks for: this account, and the other one with the same payment. */
async function asked() {
  const { body } = await portal.send(payment.expectedPrice, { query: { p: 'i' } }, WHO);
  return [body.amount, body.other?.amount];
}
async function pay(amount: string, other_amount: string): Promise<void> {
  const { body } = await portal.send(payment.sbp, { query: { p: 'i', amount, other_amount } }, WHO);
  const kopecks = Math.round((Number(amount) + Number(other_amount)) * 100);
  expect(await tell(portal, { qrId: body.qr_id, amount: kopecks })).toBe(200);
  await portal.work();
}
async function books() {
  const { rows } = await portal.pool.query<{ kind: string; balance: string; debt: boolean }>(
    `select kind, balance_kopecks as balance, debt_since is not null as debt from account
     where contract_id = $1 order by kind`,
    [WHO],
  );
  return rows.map(({ kind, balance, debt }) => `${kind} ${balance}${debt ? ' in debt' : ''}`);
}
async function states() {
  const { rows } = await portal.pool.query<{ state: string }>(
    `select state from service_user where contract_id = $1 union all select state from phone_number where contract_id = $1`,
    [WHO],
  );
  return rows.map(({ state }) => state);
}
const verified = () => portal.world.db.read(verifyLedger);

test('asks for the new prices of both as soon as they are planned, and for the former ones once they are withdrawn', async () => {
  at('2026-11-20T10:00:00Z');
  await planned();
  at('2026-11-28T10:00:00Z');
  // 812,37 − 100,50 and 333,33 − 10,25, up to whole roubles.
  expect(await asked()).toEqual(['712.00', '324.00']);
  const { rows: plans } = await portal.pool.query<{ id: number }>(
    'select price_change_id as id from price_change order by price_change_id',
  );
  for (const { id } of plans) await run('prices', 'withdraw', String(id));
  expect(await asked()).toEqual(['590.00', '240.00']);
  await pay('589.50', '239.75');
  at('2026-12-01T08:00:00Z');
  await run('charge', 'run');
  expect(await books()).toEqual(['i 0', 't 0']);
  expect(await states()).toEqual(['active', 'active']);
});

test('to the kopeck: exactly what is missing keeps both on, and the first day of the prices charges them once', async () => {
  await planned();
  at('2026-11-30T19:00:00Z');
  await run('charge', 'run');
  await pay('711.87', '323.08');
  at('2026-12-01T08:00:00Z');
  await run('charge', 'run');
  await run('charge', 'run');
  expect(await books()).toEqual(['i 0', 't 0']);
  expect(await states()).toEqual(['active', 'active']);
  expect(await verified()).toEqual([]);
});

test('a kopeck less switches off the account that lacks it, and not the other', async () => {
  await planned();
  await pay('711.87', '323.07');
  at('2026-12-01T08:00:00Z');
  await run('charge', 'run');
  expect(await books()).toEqual(['i 0', 't 33332 in debt']);
  expect(await states()).toEqual(['active', 'blocked']);
  await pay('10', '0.01');
  expect(await books()).toEqual(['i 1000', 't 0']);
  expect(await states()).toEqual(['active', 'active']);
  expect(await verified()).toEqual([]);
});

test('both off since the day of the prices: what is asked for then lifts both debts at the new prices, by one payment', async () => {
  await planned();
  at('2026-12-01T08:00:00Z');
  await run('charge', 'run');
  expect(await states()).toEqual(['blocked', 'blocked']);
  expect(await books()).toEqual(['i 10050 in debt', 't 1025 in debt']);
  const [amount = '', other = ''] = await asked();
  expect([amount, other]).toEqual(['712.00', '324.00']);
  const { body: options } = await portal.send(payment.options, { query: { p: 'i', amount } }, WHO);
  await pay(amount, other);
  expect(await states()).toEqual(['active', 'active']);
  expect(await books()).toEqual(['i 13', 't 92']);
  expect(options.after?.balance).toBe('0.13');
  const { rows } = await portal.pool.query<{ line: string }>(
    `select a.kind || ' ' || e.amount_kopecks as line from ledger_entry e join account a using (account_id)
     join ledger_transaction t using (transaction_id) where contract_id = $1 and t.kind in ('payment', 'charge') order by entry_id`,
    [WHO],
  );
  expect(rows.map(({ line }) => line).toSorted()).toEqual(['i -81237', 'i 71200', 't -33333', 't 1025', 't 32400']);
  expect(await verified()).toEqual([]);
});

test('one paid before the day at the former prices lacks the difference on the day, and says so', async () => {
  // The money of the former prices.
  await pay('589.50', '239.75');
  await planned();
  at('2026-11-28T10:00:00Z');
  expect(await asked()).toEqual(['123.00', '84.00']);
  at('2026-12-01T08:00:00Z');
  await run('charge', 'run');
  expect(await books()).toEqual(['i 69000 in debt', 't 25000 in debt']);
  expect(await asked()).toEqual(['123.00', '84.00']);
  await pay('122.37', '83.33');
  expect(await books()).toEqual(['i 0', 't 0']);
  expect(await states()).toEqual(['active', 'active']);
  expect(await verified()).toEqual([]);
});
