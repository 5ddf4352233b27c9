import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import { fromWireMoney, kopecks } from '@kabinet/contract/kernel/money';
import { operatorContract } from '@kabinet/contract/staff';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { countRevenueAhead } from '#server/domain/billing-run/revenue-ahead.ts';
import { foldDays } from '#server/domain/billing-run/revenue-ahead.queries.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { addClient } from '../../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../../test/portal/staff.ts';

const { reports } = operatorContract;

let portal: TestPortal;
const cookies = new Map<string, Record<string, string>>();

async function as(role: OperatorRole): Promise<Record<string, string>> {
  const known = cookies.get(role) ?? cookieOf(await staffToken(portal, role));
  cookies.set(role, known);
  return known;
}
async function open(template?: 'empty'): Promise<void> {
  portal = await testPortal(template === undefined ? {} : { template });
  cookies.clear();
}

/** A line of a client, on its side; openings are no revenue and no payment. */
const LINES = `
  select e.day, case when (e.amount_kopecks > 0) <> e.is_return then 'paid' else 'charged' end as side, a.contract_id, e.*,
    case when e.is_return then -abs(e.amount_kopecks) else abs(e.amount_kopecks) end as sum
  from ledger_entry e join ledger_transaction t using (transaction_id) join account a on a.account_id = e.account_id
  where a.contract_id is not null and t.kind <> 'opening'`;

async function ledger(side: 'paid' | 'charged', range: string): Promise<number> {
  const { rows } = await portal.pool.query<{ sum: string }>(
    `select coalesce(sum(sum), 0)::bigint as sum from (select side, sum from (${LINES.replace('select e.day,', 'select e.day as on_day,')}) l where ${range}) x where side = $1`,
    [side],
  );
  return Number(rows[0]!.sum);
}

const sumOf = (amounts: readonly string[]) => amounts.reduce((all, one) => all + fromWireMoney(one), 0);

describe('the figures of the demo', () => {
  beforeEach(() => open());

  test.each(['2026-11', '2026-10', '2026-05'])('revenue and payments of %s are what the entries say', async (month) => {
    const of = `to_char(on_day, 'YYYY-MM') = '${month}'`;
    const who = await as('accountant');
    const { body: revenue } = await sendStaff(portal, reports.revenue, { query: { month } }, who);
    expect(fromWireMoney(revenue.total.revenue)).toBe(await ledger('charged', of));
    const { body: services } = await sendStaff(portal, reports.services, { query: { month } }, who);
    expect(services.total).toEqual(revenue.total);
    expect(sumOf(services.items.map((one) => one.revenue))).toBe(fromWireMoney(revenue.total.revenue));
    const { body: payments } = await sendStaff(portal, reports.payments, { query: { month } }, who);
    expect(fromWireMoney(payments.total)).toBe(await ledger('paid', of));
  });

  test('random days, plans and sources are what their lists say', async () => {
    const who = await as('owner');
    const months = await Promise.all(
      ['2026-11', '2026-10'].map(async (month) => ({
        revenue: (await sendStaff(portal, reports.revenue, { query: { month } }, who)).body.days,
        payments: (await sendStaff(portal, reports.payments, { query: { month } }, who)).body.items,
        services: (await sendStaff(portal, reports.services, { query: { month } }, who)).body.items,
      })),
    );
    const rows = months.flatMap(({ revenue, payments, services }) => [
      ...revenue.map((one) => ({ list: one.list, sum: one.revenue })),
      ...payments.map((one) => ({ list: one.list, sum: one.sum })),
      ...services.filter((one) => one.revenue !== '0.00').map((one) => ({ list: one.list, sum: one.revenue })),
    ]);
    expect(rows.length).toBeGreaterThan(20);
    for (const { list, sum } of fc.sample(fc.constantFrom(...rows), { numRuns: 25, seed: 28 }))
      expect.soft(sumOf(await amountsOf(list)), list).toBe(fromWireMoney(sum));
  });

  const pageOf = async (
    query: Readonly<Record<string, string>>,
  ): Promise<{ amounts: string[]; next: string | null }> => {
    const asked = { side: 'charged' as const, ...query };
    const { items, next } = (await sendStaff(portal, reports.lines, { query: asked }, await as('owner'))).body;
    return { amounts: items.map(({ amount }) => amount), next };
  };

  /** All sums of a list that a row names. */
  async function amountsOf(list: string): Promise<string[]> {
    const [, , side = '', ...options] = list.split(' ');
    const query = { side, ...Object.fromEntries(options.map((one) => one.slice(2).split('=') as [string, string])) };
    let { amounts, next } = await pageOf({ ...query, limit: '200' });
    while (next !== null) {
      const page = await pageOf({ ...query, limit: '200', cursor: next });
      [amounts, next] = [[...amounts, ...page.amounts], page.next];
    }
    return amounts;
  }

  test('a plan that nobody has sold has no lines, however large its number', async () => {
    expect(await pageOf({ plan_id: '2147483648' })).toEqual({ amounts: [], next: null });
  });

  test('contracts, bills and promises by month', async () => {
    const { body } = await sendStaff(portal, reports.contracts, { query: { months: '36' } }, await as('engineer'));
    const { rows } = await portal.pool.query<{ open: string }>(
      `select count(*) as open from contract where state <> 'closed'`,
    );
    expect(body.items.at(-1)!.at_end).toBe(Number(rows[0]!.open));
    const bill = (await sendStaff(portal, reports.bill, { query: {} }, await as('owner'))).body.items.at(-1)!;
    expect(fromWireMoney(bill.revenue)).toBe(await ledger('charged', `to_char(on_day, 'YYYY-MM') = '2026-11'`));
    expect(fromWireMoney(bill.average!)).toBe(Math.round(fromWireMoney(bill.revenue) / bill.contracts));
    const promises = (await sendStaff(portal, reports.promises, { query: {} }, await as('owner'))).body.items;
    const taken = await portal.pool.query<{ count: string; sum: string }>(
      `select count(*), coalesce(sum(amount_kopecks), 0) as sum from promised_payment
       where (taken_at at time zone 'Europe/Samara') >= '2025-11-01'`,
    );
    expect(promises.reduce((all, one) => all + one.taken, 0)).toBe(Number(taken.rows[0]!.count));
    expect(sumOf(promises.map((one) => one.sum))).toBe(Number(taken.rows[0]!.sum));
    for (const one of promises) expect(one.repaid + one.ended + one.active).toBe(one.taken);
  });

  test('debts by age are those of the list of debtors', async () => {
    const { body } = await sendStaff(portal, reports.debtors, {}, await as('accountant'));
    const list = (await sendStaff(portal, operatorContract.debtors.list, { query: {} }, await as('accountant'))).body;
    expect(body.items.map(({ list: _, ...one }) => one)).toEqual(list.bands);
    expect(body.total).toEqual(list.total);
  });

  test('a table has the figures of the report, and opens in Excel; only for who may see the report', async () => {
    const ask = async (report: 'payments' | 'contracts' | 'services', role: OperatorRole) =>
      (await sendStaff(portal, reports.export, { query: { report, month: '2026-11' } }, await as(role))).body;
    const { file, csv } = await ask('payments', 'accountant');
    expect(file).toBe('payments-2026-11.csv');
    const lines = csv.split('\r\n');
    expect(lines[0]).toBe('\uFEFFдень;источник;получено;возвращено;сумма;платежей и возвратов');
    expect(lines[1]).toMatch(/^\d\d\.11\.2026;[А-Яа-я]+;\d+,\d\d;\d+,\d\d;\d+,\d\d;\d+$/);
    expect((await ask('services', 'engineer')).code).toBe('role_not_allowed');
    expect((await ask('contracts', 'accountant')).code).toBe('role_not_allowed');
    expect((await ask('contracts', 'admin')).csv.split('\r\n')).toHaveLength(15);
    await portal.pool.query(
      `update plan set name = '=cmd|A1' where plan_id = (select plan_id from ledger_day where plan_id is not null limit 1)`,
    );
    expect((await ask('services', 'owner')).csv).toContain(`;'=cmd|A1;`);
  });

  test('the days before the sums were kept are filled by the migration', async () => {
    const who = await as('owner');
    const asked = async () => (await sendStaff(portal, reports.revenue, { query: { month: '2026-10' } }, who)).body;
    const before = await asked();
    const file = new URL('../../../../../migrations/0135_sums_by_day.sql', import.meta.url);
    const fill = /insert into ledger_day[^;]*is_folded\)\n[^;]*;/.exec(await readFile(file, 'utf8'))![0];
    await portal.pool.query(`delete from ledger_day`);
    await portal.pool.query(fill);
    expect(await asked()).toEqual(before);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });

  test('putting the sums of days together changes none of them', async () => {
    const who = await as('owner');
    const before = (await sendStaff(portal, reports.revenue, { query: {} }, who)).body;
    await portal.pool.query('update ledger_day set is_folded = false');
    await portal.world.db.write(foldDays);
    expect((await sendStaff(portal, reports.revenue, { query: {} }, who)).body).toEqual(before);
    const { rows } = await portal.pool.query(
      `select from ledger_day group by day, side, what, plan_id having count(*) > 1`,
    );
    expect(rows).toEqual([]);
    expect(await portal.world.db.read(verifyLedger)).toEqual([]);
  });
});

test('a payment is told by its source at once, and what is given back lowers the day', async () => {
  await open('empty');
  const { accountId } = await addClient(portal.world);
  const at = { now: portal.clock.now(), zone: 'Europe/Samara' };
  const pay = (reference: string, method: 'cash' | 'sbp', amount: number) =>
    portal.world.db.write((tx) => credit(tx, { accountId, amount: kopecks(amount), method, reference, text: '' }, at));
  await pay('teller:volga:1', 'cash', 100_00);
  await pay('cash:1', 'cash', 70_00);
  await pay('sandbox:1', 'sbp', 30_00);
  await pay('sandbox:2', 'sbp', 5_00);
  const { body } = await sendStaff(portal, reports.payments, { query: {} }, await as('accountant'));
  expect(body.items.map(({ day, source, sum, lines }) => [day, source, sum, lines])).toEqual([
    ['2026-11-20', 'cash', '70.00', 1],
    ['2026-11-20', 'sbp', '35.00', 2],
    ['2026-11-20', 'terminal', '100.00', 1],
  ]);
  expect(body.total).toBe('205.00');
  await portal.pool.query(`update ledger_day set given_kopecks = given_kopecks + 1 where what = 'terminal'`);
  expect(await portal.world.db.read(verifyLedger)).toEqual([
    { fault: 'day_differs', subject: '2026-11-20', expected: 205_00, found: 205_01 },
  ]);
});

test('the forecast of a month is what its days will charge', async () => {
  await open('empty');
  await addClient(portal.world, { contractId: 200_249, balance: 5_000_00, fee: 30_00, unit: 'day' });
  await addClient(portal.world, { contractId: 200_001, balance: 5_000_00, fee: 900_00 });
  await addClient(portal.world, {
    contractId: 200_000,
    balance: -10_00,
    creditLimit: 10_00,
    fee: 31_00,
    unit: 'day',
    blocked: true,
  });
  // The client who pays by the day is the last of a part of 250.
  await portal.pool.query(`
    insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
    select n, 'Тестов Тест', 'Тест', 'Тестов Т.', town_id, '1', 1, '2025-01-01'
    from generate_series(200002, 200251) n, (select min(town_id) as town_id from town) t where n <> 200249`);
  const revenue = async () => (await sendStaff(portal, reports.revenue, { query: {} }, await as('owner'))).body;
  expect((await revenue()).forecast).toBeNull();
  portal.clock.set(new Date('2026-11-21T06:00:00Z'));
  cookies.clear();
  expect(await countRevenueAhead(portal.world, 9)).toBe(true);
  expect((await revenue()).forecast).toBeNull();
  await chargeUpTo(portal.world);
  // Of days before: one that was not finished, one that is kept for a week, one that is older.
  await portal.pool.query(`
    insert into revenue_run (day, after_contract, ahead_kopecks) values ('2026-11-20', 0, 5), ('2026-11-14', 0, 6), ('2026-11-13', 0, 7)`);
  for (const isDone of [false, false, true, true]) expect(await countRevenueAhead(portal.world, 1)).toBe(isDone);
  const { rows } = await portal.pool.query(
    `select day, ahead_kopecks::int as ahead from revenue_run where finished_at is null order by day`,
  );
  expect(rows).toEqual([
    { day: '2026-11-14', ahead: 6 },
    { day: '2026-11-20', ahead: 5 },
  ]);
  const { forecast, total } = await revenue();
  expect(total.revenue).toBe('30.00');
  expect(forecast).toMatchObject({ revenue: '300.00', day: '2026-11-21' });
  portal.clock.set(new Date('2026-11-30T18:00:00Z'));
  cookies.clear();
  await chargeUpTo(portal.world);
  expect(await countRevenueAhead(portal.world, 3)).toBe(true);
  expect((await revenue()).total.revenue).toBe('300.00');
  expect((await revenue()).forecast?.revenue).toBe('300.00');
});

test('a closed contract is lost on its day, and found again when it is opened', async () => {
  await open('empty');
  await addClient(portal.world, { contractId: 200_001 });
  const { clients } = operatorContract;
  const month = async () =>
    (await sendStaff(portal, reports.contracts, { query: { months: '1' } }, await as('owner'))).body.items[0];
  expect(await month()).toMatchObject({ opened: 0, closed: 0, at_end: 1, ended: 0 });
  await sendStaff(portal, clients.close, { body: { contract_id: '200001' } }, await as('engineer'));
  expect(await month()).toMatchObject({ closed: 1, net: -1, at_end: 0, ended: 1 });
  const members = (kind: 'closed' | 'promised', role: OperatorRole) =>
    as(role).then((who) => sendStaff(portal, reports.members, { query: { kind } }, who));
  expect((await members('closed', 'engineer')).body).toEqual([{ contract_id: 200_001, day: '2026-11-20', sum: null }]);
  expect((await members('promised', 'engineer')).body.code).toBe('role_not_allowed');
  await sendStaff(portal, clients.reopen, { body: { contract_id: '200001' } }, await as('engineer'));
  expect(await month()).toMatchObject({ closed: 0, at_end: 1 });
});
