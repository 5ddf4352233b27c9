import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { sql } from '#server/db/sql.ts';
import { addClient, balanceOf } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { START } from '../../../../test/portal/start.ts';
import { post, providerAccount, type LedgerEntry, type Transaction } from './ledger.ts';
import { verifyLedger } from './verify.ts';

async function books(balance = 1000_00, creditLimit = 0) {
  const { world, pool } = await testPortal({ template: 'empty' });
  const { accountId } = await addClient(world, { balance, creditLimit });
  const revenue = await world.db.write((tx) => providerAccount(tx, 'revenue'));
  const move = (amounts: readonly [number, number], change: Partial<Transaction> = {}) =>
    world.db.write((tx) =>
      post(tx, {
        kind: 'charge',
        reference: 'charge:1',
        day: '2026-11-20' as Day,
        happenedAt: START,
        entries: [line(accountId, amounts[0]), line(revenue, amounts[1])],
        ...change,
      }),
    );
  return { world, pool, accountId, revenue, move };
}

const line = (accountId: number, amount: number): LedgerEntry => ({
  accountId,
  amount: kopecks(amount),
  text: 'Проба',
});

test('a transaction changes the balance and the month', async () => {
  const { world, pool, accountId, move } = await books();
  expect(await move([-250_50, 250_50])).toBeGreaterThan(0);
  expect(await balanceOf(world, accountId)).toBe(749_50);
  const { rows } = await pool.query('select * from account_month where account_id = $1', [accountId]);
  expect(rows).toEqual([{ account_id: accountId, period: '2026-11', paid_kopecks: 1000_00, charged_kopecks: 250_50 }]);
  expect(await world.db.read(verifyLedger)).toEqual([]);
});

test('a repeated reference moves nothing', async () => {
  const { world, accountId, move } = await books();
  await move([-100_00, 100_00]);
  expect(await move([-100_00, 100_00])).toBeUndefined();
  expect(await balanceOf(world, accountId)).toBe(900_00);
});

test('refuses a whole transaction whose sum is not zero', async () => {
  const { world, pool, accountId, move } = await books();
  await expect(move([-100_00, 99_99])).rejects.toThrow('does not sum to zero');
  expect(await balanceOf(world, accountId)).toBe(1000_00);
  const { rows } = await pool.query(`select 1 from ledger_transaction where reference = 'charge:1'`);
  expect(rows).toEqual([]);
});

test('a debit may use the credit limit to the last kopeck', async () => {
  const { world, accountId, move } = await books(100_00, 50_00);
  await expect(move([-150_01, 150_01])).rejects.toMatchObject({ constraint: 'account_within_credit_limit' });
  await move([-150_00, 150_00]);
  expect(await balanceOf(world, accountId)).toBe(-50_00);
});

test('after a credit limit ends, an account in debt accepts payments and no charges', async () => {
  const { world, pool, accountId, move } = await books(100_00, 50_00);
  await move([-150_00, 150_00]);
  await pool.query('update account set credit_limit_kopecks = 0 where account_id = $1', [accountId]);
  await move([10_00, -10_00], { reference: 'payment:1' });
  expect(await balanceOf(world, accountId)).toBe(-40_00);
  await expect(move([-1, 1], { reference: 'charge:2' })).rejects.toMatchObject({ code: '23514' });
});

test.each([
  ['an entry', 'update ledger_entry set amount_kopecks = 1'],
  ['an entry', 'delete from ledger_entry'],
  ['all entries', 'truncate ledger_entry'],
  ['a transaction', `update ledger_transaction set reference = 'other'`],
  ['a transaction', 'delete from ledger_transaction'],
  ['a balance', 'update account set balance_kopecks = 5'],
])('%s cannot be changed: %s', async (_, statement) => {
  const { pool } = await books();
  await expect(pool.query(statement)).rejects.toMatchObject({ code: '23001' });
});

test.each([
  ['refund', -100],
  ['correction', 100],
])('refuses a line on the wrong side: %s', async (kind, amount) => {
  const { pool, accountId, revenue } = await books();
  const wrong = pool.query(
    `with made as (
       insert into ledger_transaction (kind, reference, day, happened_at)
       values ($4, 'test:1', '2026-11-20', $1) returning transaction_id
     )
     insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
     select transaction_id, account_id, amount, '2026-11-20', $1, 'Возврат'
     from made, (values ($2::bigint, $5::bigint), ($3::bigint, -$5::bigint)) side (account_id, amount)`,
    [START, accountId, revenue, kind, amount],
  );
  await expect(wrong).rejects.toThrow('counts on the wrong side');
});

test.each([
  ['balance_differs', 'update account set balance_kopecks = 5 where contract_id is not null'],
  ['month_differs', 'update account_month set paid_kopecks = 5'],
  ['side_differs', 'update ledger_entry set is_return = not is_return'],
  ['transaction_unbalanced', 'update ledger_entry set amount_kopecks = amount_kopecks + 1 where amount_kopecks > 0'],
  ['transaction_empty', 'delete from ledger_entry'],
])('verification finds what got past the guards: %s', async (fault, statement) => {
  const { world, pool } = await books();
  // As a superuser or a broken disk may do: without triggers.
  await pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  const findings = await world.db.read(verifyLedger);
  expect(findings.map((finding) => finding.fault)).toContain(fault);
});

test('simultaneous transfers neither create nor lose money at any moment', async () => {
  const { world } = await testPortal({ template: 'empty' });
  const accounts: number[] = [];
  for (let client = 1; client <= 8; client += 1) {
    accounts.push((await addClient(world, { contractId: 200_000 + client, balance: 100_00 })).accountId);
  }
  let running = true;
  let moved = 0;
  let refused = 0;
  const any = () => accounts[Math.floor(Math.random() * accounts.length)] ?? 0;
  const transfer = async (number: string) => {
    const [from, to, amount] = [any(), any(), 1 + Math.floor(Math.random() * 60_00)];
    if (from === to) return;
    try {
      await world.db.write((tx) =>
        post(tx, {
          kind: 'correction',
          reference: number,
          day: '2026-11-20' as Day,
          happenedAt: START,
          entries: [line(from, -amount), line(to, amount)],
        }),
      );
      moved += 1;
    } catch (error) {
      expect(error).toMatchObject({ constraint: 'account_within_credit_limit' });
      refused += 1;
    }
  };
  const clients = Array.from({ length: 8 }, async (_, client) => {
    for (let count = 0; running; count += 1) await transfer(`move:${client}:${count}`);
  });
  const sums = new Set<number>();
  const readers = Array.from({ length: 2 }, async () => {
    while (running) {
      const { sum } = await world.db.read((tx) =>
        tx.one<{ sum: number }>(
          sql`select sum(balance_kopecks)::bigint as sum from account where contract_id is not null`,
        ),
      );
      sums.add(sum);
    }
  });
  await pause(2000);
  running = false;
  await Promise.all([...clients, ...readers]);
  expect([...sums]).toEqual([800_00]);
  expect(moved).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(0);
  expect(await world.db.read(verifyLedger)).toEqual([]);
});
