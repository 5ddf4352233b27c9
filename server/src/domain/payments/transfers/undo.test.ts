import { beforeEach, expect, test, vi } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { lockWaits } from '../../../../test/database/locks.ts';
import { addClient, balanceOf, type Client } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

// A transfer that an accountant has credited to somebody else.

const { transfers, ledger } = operatorContract;
const DAY_MS = 86_400_000;

let portal: TestPortal;
let who: Record<string, string>;
let wrong: Client;
let right: Client;

beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  who = cookieOf(await staffToken(portal, 'accountant'));
  wrong = await addClient(portal.world, { contractId: 200_001 });
  right = await addClient(portal.world, { contractId: 200_002 });
});

async function assigned(amount = '240,00'): Promise<string> {
  const row = { line: 1, day: '2026-11-19', amount, document: '7', payer: 'Иванов', purpose: 'Оплата' };
  await sendStaff(portal, transfers.import, { body: { rows: [row] } }, who);
  const transfer_id = String((await sendStaff(portal, transfers.unknown, {}, who)).body[0]!.transfer_id);
  await sendStaff(portal, transfers.assign, { body: { transfer_id, account_no: '200001i' } }, who);
  return transfer_id;
}

const undo = async (transfer_id: string, more: object = {}) =>
  (await sendStaff(portal, transfers.undo, { body: { transfer_id, reason: 'Платил другой', ...more } }, who)).body;

const spend = (kopecks: number) =>
  portal.pool.query(
    `with t as (
       insert into ledger_transaction (kind, reference, day, happened_at) values ('charge', 'spent', '2026-11-20', now()) returning transaction_id
     ), p as (insert into account (kind, account_no) values ('revenue', 'revenue') on conflict do nothing returning account_id)
     insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, is_return)
     select t.transaction_id, e.account_id, e.amount, '2026-11-20', now(), 'Интернет', false
     from t, (values ($1::bigint, $2::bigint), ((select account_id from p), -$2::bigint)) e (account_id, amount)`,
    [wrong.accountId, -kopecks],
  );

const books = async () => [
  await portal.world.db.write((tx) => verifyLedger(tx)),
  (await portal.pool.query('select from fiscal_receipt')).rowCount,
];

test('waits again days later, and what goes off is told before', async () => {
  const id = await assigned();
  await spend(120_00);
  portal.clock.advance(3 * DAY_MS);
  who = cookieOf(await staffToken(portal, 'accountant'));
  const told = {
    transfer_id: Number(id),
    amount: '240.00',
    account_no: '200001i',
    balance: '-120.00',
    switched_off: ['Интернет дома'],
    to: null,
  };
  expect(await undo(id, { dry_run: 'yes' })).toEqual({ ...told, rehearsed: true });
  expect(await balanceOf(portal.world, wrong.accountId)).toBe(120_00);
  expect(await undo(id)).toEqual({ ...told, rehearsed: false });
  expect(await balanceOf(portal.world, wrong.accountId)).toBe(-120_00);
  const waiting = (await sendStaff(portal, transfers.unknown, {}, who)).body;
  expect(waiting).toMatchObject([{ amount: '240.00', undone: { account_no: '200001i', reason: 'Платил другой' } }]);
  const { items } = (await sendStaff(portal, ledger.lines, { query: { account_no: '200001i' } }, who)).body;
  expect(items.map(({ kind, text, remedy }) => [kind, text, remedy])).toEqual([
    ['reversal', 'Зачисление по ошибке отменено. Платил другой', null],
    ['charge', 'Интернет', 'correct'],
    ['payment', 'Банковский перевод, документ № 7', null],
  ]);
  const { rows } = await portal.pool.query('select title from message where contract_id = 200001 order by message_id');
  expect(rows.map(({ title }: { title: string }) => title.replaceAll('\u00a0', ' '))).toContain(
    'Зачисление на 240 ₽ отменено',
  );
  expect((await undo(id)).code).toBe('transfer_not_credited');
  // Credited to the wrong one again, it is another payment, and it is undone as the first one.
  await sendStaff(portal, transfers.assign, { body: { transfer_id: id, account_no: '200001i' } }, who);
  expect(await undo(id)).toMatchObject({ balance: '-120.00', switched_off: ['Интернет дома'] });
  expect(await books()).toEqual([[], 4]);
});

test('goes to the right account in the same act, with two receipts more', async () => {
  const id = await assigned();
  expect((await undo(id, { account_no: '200001i' })).code).toBe('bad_input');
  expect((await undo(id, { account_no: '999' })).code).toBe('account_unknown');
  expect(await undo(id, { account_no: '200002i' })).toMatchObject({
    balance: '0.00',
    to: { account_no: '200002i', balance: '240.00' },
  });
  expect(await balanceOf(portal.world, right.accountId)).toBe(240_00);
  expect((await sendStaff(portal, transfers.unknown, {}, who)).body).toEqual([]);
  const { rows } = await portal.pool.query('select kind from fiscal_receipt order by transaction_id');
  expect(rows).toEqual([{ kind: 'sell' }, { kind: 'sell_refund' }, { kind: 'sell' }]);
  expect(await books()).toEqual([[], 3]);
});

test('above a thousand needs two, and money that was given back is not taken twice', async () => {
  const large = await assigned('1500,00');
  expect((await undo(large, { dry_run: 'yes' })).balance).toBe('0.00');
  expect((await undo(large)).code).toBe('second_person_needed');
  expect(await balanceOf(portal.world, wrong.accountId)).toBe(1500_00);
  await portal.pool.query(
    `insert into ledger_transaction (kind, reference, day, happened_at, corrects_transaction_id)
     select 'refund', 'back', '2026-11-20', now(), transaction_id from bank_transfer where transfer_id = $1`,
    [large],
  );
  expect((await undo(large, { dry_run: 'yes' })).code).toBe('transfer_returned');
});

test('each credit after an undo is a payment of its own, and what was never imported is told so', async () => {
  const id = await assigned();
  for (let times = 0; times < 2; times += 1) {
    await undo(id);
    await sendStaff(portal, transfers.assign, { body: { transfer_id: id, account_no: '200001i' } }, who);
  }
  const { rows } = await portal.pool.query<{ reference: string }>(
    `select reference from ledger_transaction where kind = 'payment' order by transaction_id`,
  );
  const first = `transfer:${id}`;
  expect(rows.map(({ reference }) => reference)).toEqual([first, `${first}:2`, `${first}:3`]);
  expect((await undo(String(Number(id) + 1))).code).toBe('transfer_unknown');
});

test('waits for a correction that is running, and then is refused', async () => {
  const id = await assigned();
  const other = await portal.pool.connect();
  await other.query('begin');
  await other.query('select from account where account_id = $1 for update', [wrong.accountId]);
  await other.query(
    `insert into ledger_transaction (kind, reference, day, happened_at, corrects_transaction_id)
     select 'refund', 'back', '2026-11-20', now(), transaction_id from bank_transfer where transfer_id = $1`,
    [id],
  );
  const late = undo(id);
  await vi.waitUntil(async () => (await lockWaits(portal)) > 0);
  await other.query('commit');
  other.release();
  expect((await late).code).toBe('transfer_returned');
  expect(await balanceOf(portal.world, wrong.accountId)).toBe(240_00);
});
