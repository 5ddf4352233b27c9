import { expect, inject, onTestFinished, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { openDatabase, type Database, type Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { PLAN_ANEW, planAnew } from '#server/domain/billing/charging/charging.queries.ts';
import { breakRows } from '../../../test/database/broken.ts';
import { addTariff, importTestRecords, NUMBER } from '../../../test/portal/call-client.ts';
import { addClient, balanceOf, type Client } from '../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { chargeUpTo } from './charge-run.ts';
import { failedCharges } from './charge-run.queries.ts';

const DAILY = { balance: 100_00, fee: 10_00, unit: 'day' } as const;

/** Seven clients who pay 10 ₽ a day; the one in the middle will fail. */
async function sevenClients(throughDatabase?: (db: Database) => Database) {
  const portal = await testPortal({ template: 'empty', ...(throughDatabase && { throughDatabase }) });
  const clients: Client[] = [];
  for (let number = 1; number <= 7; number += 1) {
    clients.push(await addClient(portal.world, { ...DAILY, contractId: 200_000 + number }));
  }
  portal.clock.set(new Date('2026-11-21T00:05:00Z'));
  const broken = clients[3]!;
  return {
    portal,
    broken,
    /** Balances after so many days, of which the one in the middle was charged for fewer. */
    after: (days: number, ofBroken = days) =>
      clients.map((client) => DAILY.balance - DAILY.fee * (client === broken ? ofBroken : days)),
    balances: () => Promise.all(clients.map(({ accountId }) => balanceOf(portal.world, accountId))),
    failed: () => portal.world.db.read(failedCharges),
  };
}

const DAY_MS = 86_400_000;

const breakAccount = ({ pool }: TestPortal, { accountId }: Client, sqlstate: string) =>
  breakRows(pool, 'ledger_entry', `new.account_id = ${accountId}`, sqlstate);

test('an account that fails is recorded, does not stop the others, and catches up later', async () => {
  const { portal, broken, balances, failed, after } = await sevenClients();
  // Another one on each day.
  const states = ['22003', '23514', 'P0001', 'XX001', '42P01', '58030', '57014', '40001'];
  for (const [day, sqlstate] of states.entries()) {
    const { mend } = await breakAccount(portal, broken, sqlstate);
    expect([sqlstate, await chargeUpTo(portal.world)]).toEqual([sqlstate, true]);
    expect([sqlstate, await balances()]).toEqual([sqlstate, after(day + 1, day)]);
    expect(await failed()).toMatchObject([{ day: `2026-11-${21 + day}`, error: 'broken row' }]);
    await mend();
    await chargeUpTo(portal.world);
    expect([sqlstate, await balances(), await failed()]).toEqual([sqlstate, after(day + 1), []]);
    portal.clock.advance(DAY_MS);
  }
});

test('an account that was never charged and fails for days is charged for all of them', async () => {
  const { portal, broken, balances, failed, after } = await sevenClients();
  await portal.pool.query('update account set charged_through = null where account_id = $1', [broken.accountId]);
  const { mend } = await breakAccount(portal, broken, '23514');
  for (const days of [1, 2]) {
    await chargeUpTo(portal.world);
    expect([await balances(), await failed()]).toMatchObject([after(days, 0), [{ day: '2026-11-21' }]]);
    portal.clock.advance(DAY_MS);
  }
  await mend();
  await chargeUpTo(portal.world);
  expect([await balances(), await failed()]).toEqual([after(3), []]);
});

test('a run of so many parts ends when they are used up, and the next one goes on', async () => {
  const { portal, balances, after } = await sevenClients();
  const charge = (mostChunks: number) => chargeUpTo(portal.world, { mostChunks });
  const unfinished = async () =>
    (await portal.pool.query<{ day: string }>('select day::text from charge_run where finished_at is null')).rows;
  // A day is a part for these accounts, and another one that finds no more.
  expect([await charge(1), await unfinished(), await balances()]).toEqual([false, [{ day: '2026-11-21' }], after(1)]);
  expect([await charge(1), await unfinished()]).toEqual([true, []]);
  portal.clock.advance(DAY_MS);
  expect([await charge(2), await unfinished()]).toEqual([true, []]);
  portal.clock.advance(2 * DAY_MS);
  expect([await charge(3), await unfinished(), await balances()]).toEqual([false, [{ day: '2026-11-24' }], after(4)]);
});

test('a bug in our own code about one account is handled the same way', async () => {
  let brokenId = 0;
  const { portal, broken, balances, failed, after } = await sevenClients((db) => ({
    ...db,
    write: (work) => db.write((tx) => work(brokenFor(tx, () => brokenId))),
  }));
  brokenId = broken.accountId;
  expect(await chargeUpTo(portal.world)).toBe(true);
  expect(await balances()).toEqual(after(1, 0));
  expect(await failed()).toMatchObject([{ day: '2026-11-21', error: 'Cannot read properties of undefined' }]);
});

/** Simulates an error about that account after the charges. */
const brokenFor = (tx: Tx, accountId: () => number): Tx => ({
  ...tx,
  run: (statement) => {
    const isMark = statement.text.startsWith('update account set charged_through = ');
    const isMeant = statement.values.some((value) => Array.isArray(value) && value.includes(accountId()));
    if (isMark && isMeant) throw new TypeError('Cannot read properties of undefined');
    return tx.run(statement);
  },
});

test('a failure of the database stops the run and blames no account; the next run charges all', async () => {
  const { portal, broken, balances, failed, after } = await sevenClients();
  for (const [day, sqlstate] of ['08006', '53100', '57P01', '25006'].entries()) {
    const { mend } = await breakAccount(portal, broken, sqlstate);
    await expect(chargeUpTo(portal.world), sqlstate).rejects.toThrow('broken row');
    expect([sqlstate, await failed()]).toEqual([sqlstate, []]);
    await mend();
    expect(await chargeUpTo(portal.world)).toBe(true);
    expect([sqlstate, await balances()]).toEqual([sqlstate, after(day + 1)]);
    portal.clock.advance(DAY_MS);
  }
});

test('calls that cannot be closed stop only the charging of their own account', async () => {
  const portal = await testPortal({ template: 'empty' });
  const caller = await addClient(portal.world, { ...DAILY, contractId: 200_001, telephone: true });
  const other = await addClient(portal.world, { ...DAILY, contractId: 200_002 });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 220 }]);
  await importTestRecords(portal, [{ uniqueid: '1', start: '2026-10-05 12:00:00' }]);
  await portal.pool.query(
    `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, $2, 'Чужое', 100, '2027-01-01')`,
    [other.accountId, `${NUMBER}:calls:2026-10`],
  );
  portal.clock.set(new Date('2026-11-21T00:05:00Z'));
  expect(await chargeUpTo(portal.world, { until: day('2026-11-21') })).toBe(true);
  expect([await balanceOf(portal.world, caller.accountId), await balanceOf(portal.world, other.accountId)]).toEqual([
    90_00, 90_00,
  ]);
  expect(await portal.world.db.read(failedCharges)).toMatchObject([{ account_no: '200001t', day: '2026-11-21' }]);
});

test('plans the statements of charging anew in each transaction, which other tests do without (`planningOnce`)', async () => {
  const transactions: string[][] = [];
  const recording = (tx: Tx): Tx => {
    const texts: string[] = [];
    transactions.push(texts);
    return {
      ...tx,
      rows: (statement) => (texts.push(statement.text), tx.rows(statement)),
      run: (statement) => (texts.push(statement.text), tx.run(statement)),
    };
  };
  const { portal } = await sevenClients((db) => ({ ...db, write: (work) => db.write((tx) => work(recording(tx))) }));
  await chargeUpTo(portal.world);
  const charging = transactions.filter((texts) => texts.some((text) => text.includes('set charged_through')));
  expect(charging.map(([first]) => first)).toEqual([PLAN_ANEW.text]);
  const db = openDatabase(inject('databaseUrl'));
  onTestFinished(() => db.close());
  const mode = await db.write(async (tx) => {
    await planAnew(tx);
    return tx.one(sql`select current_setting('plan_cache_mode') as mode`);
  });
  expect(mode).toEqual({ mode: 'force_custom_plan' });
});
