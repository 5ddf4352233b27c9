import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '#server/db/database.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../../../test/database/database.ts';
import { verifyLedger, type VerificationProgress } from './verify.ts';

const LIMIT_MS = 100;

/**
 * Three clients with one transaction each, the last one with a far larger id; and a database with a short statement
 * timeout.
 */
async function books() {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES.empty);
  const [db, hasty] = [openDatabase(url, { connections: 3 }), openDatabase(url, { longestStatement: LIMIT_MS })];
  onTestFinished(async () => {
    await Promise.all([db.close(), hasty.close()]);
    await dropDatabase(server, url);
  });
  for (const contractId of [200_001, 200_002, 200_003]) await addClient({ db }, { contractId, balance: 100_00 });
  return { db, hasty };
}

/** Waits until a session has waited for a lock longer than the limit. */
async function untilStuck({ pool }: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and clock_timestamp() - query_start > make_interval(secs => $1)`,
      [(3 * LIMIT_MS) / 1000],
    );
    if (rowCount === 1) return;
    await pause(10);
  }
}

test('verifies large books range by range and reports progress', async () => {
  const { db } = await books();
  // As a superuser or a broken disk may do: without triggers.
  await db.pool.query(`begin; set local session_replication_role = replica;
    update account set account_id = 7000000000 where account_no = '200003i';
    update ledger_entry set account_id = 7000000000, amount_kopecks = amount_kopecks + 1
      where account_id = (select max(account_id) from account where account_id < 7000000000); commit`);
  const heard: VerificationProgress[] = [];
  const hear = (progress: VerificationProgress) => void heard.push(progress);
  const findings = await db.read((tx) => verifyLedger(tx, { hear, step: { transactions: 2, accounts: 2 } }));
  expect(heard).toEqual([
    { of: 'transactions', done: 2, all: 3 },
    { of: 'transactions', done: 3, all: 3 },
    { of: 'accounts', done: 2, all: 4 },
    { of: 'accounts', done: 4, all: 4 },
  ]);
  expect(findings).toEqual(await db.read(verifyLedger));
  expect(findings).toContainEqual({ fault: 'balance_differs', subject: '200003i', expected: 100_01, found: 100_00 });
  expect(findings.map(({ fault }) => fault)).toContain('transaction_unbalanced');
});

test('verification has no time limit, although every other statement has one', async () => {
  const { db, hasty } = await books();
  const holder = await db.pool.connect();
  await holder.query('begin; lock table account_month in access exclusive mode');
  const proof = hasty.read(verifyLedger);
  proof.catch(() => undefined);
  await Promise.race([untilStuck(db), proof]).finally(() => {
    holder.release(true);
  });
  expect(await proof).toEqual([]);
  await expect(hasty.pool.query('select pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
});
