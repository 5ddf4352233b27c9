import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { kopecks } from '@kabinet/contract/kernel/money';
import { operatorContract } from '@kabinet/contract/staff';
import { blockForDebt } from '#server/domain/billing/debt/debt.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { AtOnce } from '../../../../test/portal/at-once.ts';
import { addClient, type ClientShape } from '../../../../test/portal/client.ts';
import { readingPortal, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

const { debtors } = operatorContract;

let portal: TestPortal;
let who: Record<string, string>;
const meeting = new AtOnce();

beforeEach(async () => {
  portal = await testPortal({ template: 'empty', throughDatabase: meeting.throughDatabase });
  who = cookieOf(await staffToken(portal, 'accountant'));
});

const at = () => ({ now: portal.clock.now(), zone: 'Europe/Samara' });

/** A client whose services are off, and who owes this much. */
async function debtor(contractId: number, owes: number, shape: ClientShape = {}) {
  const client = await addClient(portal.world, {
    contractId,
    balance: -owes,
    creditLimit: owes,
    fee: 690_00,
    ...shape,
  });
  await portal.pool.query('update account set credit_limit_kopecks = 0 where account_id = $1', [client.accountId]);
  await portal.world.db.write((tx) => blockForDebt(tx, [client.accountId], at()));
  return client;
}

const since = (contractId: number, day: string) =>
  portal.pool.query(`update account set owes_since = $2 where contract_id = $1`, [contractId, `${day}T08:00:00Z`]);
const list = (query: object = {}) => sendStaff(portal, debtors.list, { query }, who);
const remind = (contracts: readonly number[], more: object = {}) =>
  sendStaff(portal, debtors.remind, { body: { contracts: contracts.map(String), ...more } }, who);
const ids = async (query: object = {}) => (await list(query)).body.items.map(({ contract_id }) => contract_id);

describe('since when an account owes', () => {
  const owes = async () =>
    (
      await portal.pool.query<{ since: string | null }>(
        'select owes_since as since from account where contract_id = 200001',
      )
    ).rows[0]!.since;

  test('is the first line below zero, stays while it is, and ends with it', async () => {
    const client = await addClient(portal.world, { balance: -100_00, creditLimit: 500_00 });
    expect(await owes()).toBe('2026-11-01T00:00:00.000Z');
    const pay = (amount: number, reference: string) =>
      portal.world.db.write((tx) =>
        credit(tx, { accountId: client.accountId, amount: kopecks(amount), method: 'sbp', reference, text: '' }, at()),
      );
    await pay(99_99, 'test:1');
    expect(await owes()).toBe('2026-11-01T00:00:00.000Z');
    await pay(1, 'test:2');
    expect(await owes()).toBeNull();
  });

  test('is the mark of debt where money is left, and ends when services are back', async () => {
    const client = await addClient(portal.world, { balance: 50_00 });
    await portal.world.db.write((tx) => blockForDebt(tx, [client.accountId], at()));
    expect(await owes()).toBe(portal.clock.now().toISOString());
    await portal.pool.query('update account set debt_since = null where account_id = $1', [client.accountId]);
    expect(await owes()).toBeNull();
  });

  test('outlives the mark of debt while the balance is below zero', async () => {
    const client = await debtor(200_001, 100_00);
    const before = await owes();
    await portal.pool.query(
      'update account set debt_since = null, credit_limit_kopecks = 90000 where account_id = $1',
      [client.accountId],
    );
    expect(await owes()).toBe(before);
  });
});

describe('the list', () => {
  test('tells who, how much, since when, what was done; with totals by age', async () => {
    await debtor(200_001, 100_00);
    await debtor(200_002, 300_00);
    await debtor(200_003, 50_00);
    await addClient(portal.world, { contractId: 200_004, balance: 10_00 });
    await since(200_001, '2026-11-12');
    await since(200_002, '2026-11-13');
    await since(200_003, '2026-06-01');
    const { body } = await list();
    expect(body.items.map(({ contract_id, sum, days, band }) => [contract_id, sum, days, band])).toEqual([
      [200_002, '300.00', 7, 'week'],
      [200_001, '100.00', 8, 'month'],
      [200_003, '50.00', 172, 'older'],
    ]);
    expect(body.items[0]).toMatchObject({
      name: 'Тестов Тест Тестович',
      since: '2026-11-13',
      off_since: '2026-11-20T10:05:00.000Z',
      accounts: [{ kind: 'i', balance: '-300.00', sum: '300.00' }],
      reminded_at: null,
      promised_until: null,
      last_payment: null,
    });
    expect(body.bands).toEqual([
      { band: 'week', count: 1, sum: '300.00' },
      { band: 'month', count: 1, sum: '100.00' },
      { band: 'quarter', count: 0, sum: '0.00' },
      { band: 'older', count: 1, sum: '50.00' },
    ]);
    expect(body.total).toEqual({ count: 3, sum: '450.00' });
  });

  test('is filtered and sorted; totals by age are of all ages', async () => {
    await debtor(200_001, 100_00);
    await debtor(200_002, 300_00);
    await since(200_001, '2026-06-01');
    expect(await ids({ sort: 'age' })).toEqual([200_001, 200_002]);
    expect(await ids({ from: '100,01' })).toEqual([200_002]);
    const { body } = await list({ band: 'older' });
    expect(body.items.map(({ contract_id }) => contract_id)).toEqual([200_001]);
    expect(body.total.count).toBe(1);
    expect(body.bands.map(({ count }) => count)).toEqual([0, 1, 0, 1]);
    expect(await ids({ town: 'ТЕСТОВЫЙ' })).toHaveLength(2);
    await portal.pool.query(
      `with other as (insert into town (name) values ('Другой') returning town_id)
       update contract set town_id = other.town_id from other where contract_id = 200002`,
    );
    expect(await ids({ town: 'Тестовый' })).toEqual([200_001]);
    expect((await list({ town: 'Атлантида' })).body.code).toBe('town_unknown');
  });

  test('comes in pages; the order is a part of the cursor', async () => {
    for (const n of [1, 2, 3]) await debtor(200_000 + n, n * 100_00);
    const first = (await list({ limit: '2' })).body;
    expect(first.items.map(({ contract_id }) => contract_id)).toEqual([200_003, 200_002]);
    const second = (await list({ limit: '2', cursor: first.next, sort: 'age' })).body;
    expect(second.items.map(({ contract_id }) => contract_id)).toEqual([200_001]);
    expect(second.next).toBeNull();
    for (const cursor of ['nonsense', 'sum.1', 'sum.x.1', 'sum.1.-1'])
      expect((await list({ cursor })).body.code, cursor).toBe('bad_input');
  });

  test('tells the last payment and the promise in force, and agrees with what the subscriber is asked for', async () => {
    const client = await debtor(200_001, 100_00);
    await portal.world.db.write((tx) =>
      credit(
        tx,
        { accountId: client.accountId, amount: kopecks(30_00), method: 'sbp', reference: 'test:1', text: '' },
        at(),
      ),
    );
    const { body: home } = await portal.send(contract.internetAccount.get, {}, 200_001);
    // The promise of somebody else is not his.
    const { accountId } = await addClient(portal.world, { contractId: 200_002 });
    await portal.pool.query(
      `insert into promised_payment (account_id, amount_kopecks, limit_before_kopecks, taken_at, ends_on)
       values ($1, 40000, 0, now(), '2026-12-01')`,
      [accountId],
    );
    const [row] = (await list()).body.items;
    expect(row).toMatchObject({
      sum: '70.00',
      promised_until: null,
      last_payment: { day: '2026-11-20', amount: '30.00' },
    });
    expect(home).toMatchObject({ balance: '-70.00', blocked: true });
  });

  test('as rows of a table is the same', async () => {
    await debtor(200_001, 100_00);
    const { body } = await sendStaff(portal, debtors.export, { query: {} }, who);
    expect(body).toEqual({ items: (await list()).body.items, next: null });
    // What would follow the first thousand leaves with a second person only: on the server.
    const cursor = 'sum.10000.200001';
    expect((await sendStaff(portal, debtors.export, { query: { cursor } }, who)).body.code).toBe(
      'second_person_needed',
    );
  });
});

describe('a reminder', () => {
  test('is shown before it is sent, and sent once a day', async () => {
    await debtor(200_001, 100_00);
    await addClient(portal.world, { contractId: 200_002 });
    await portal.pool.query(`insert into contact values (200001, 'email', 'client@example.com', 'active')`);
    const { body: shown } = await remind([200_001, 200_002], { dry_run: 'yes' });
    expect(shown).toMatchObject({
      reminded: 1,
      sum: '100.00',
      skipped: [{ contract_id: 200_002, why: 'owes_nothing' }],
      ways: [
        { way: 'portal', count: 1 },
        { way: 'mail', count: 1 },
      ],
    });
    expect(shown.examples).toMatchObject([{ contract_id: 200_001, title: 'Не хватает 100\u00a0₽' }]);
    expect((await list()).body.items[0]!.reminded_at).toBeNull();
    expect((await remind([200_001])).body.reminded).toBe(1);
    const again = await remind([200_001]);
    expect(again.body).toMatchObject({
      reminded: 0,
      skipped: [{ contract_id: 200_001, why: 'reminded_today' }],
      ways: [],
    });
    expect((await list()).body.items[0]!.reminded_at).toBe('2026-11-20T10:05:00.000Z');
    portal.clock.advance(24 * 3_600_000);
    who = cookieOf(await staffToken(portal, 'accountant'));
    expect((await remind([200_001])).body.reminded).toBe(1);
  });

  test('leads to the account that owes most', async () => {
    const { contractId, accountId } = await debtor(200_001, 100_00, { telephone: true });
    await portal.pool.query(`insert into contact values (200001, 'email', 'client@example.com', 'active')`);
    const { rows } = await portal.pool.query<{ id: number }>(
      `insert into one_time_charge (account_id, what, text, amount_kopecks, day)
       select account_id, 'document:8', 'Выезд', 50000, '2026-11-20' from account where contract_id = $1 and kind = 't'
       returning account_id::int as id`,
      [contractId],
    );
    await portal.pool.query(
      `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, 'document:9', 'Выезд', 5000, '2026-11-20')`,
      [accountId],
    );
    expect((await list()).body.items[0]!.sum).toBe('150.00');
    await portal.world.db.write((tx) => blockForDebt(tx, [rows[0]!.id], at()));
    await portal.pool.query('delete from outbox_effect');
    expect((await remind([contractId])).body).toMatchObject({ reminded: 1, sum: '650.00' });
    const letters = await portal.pool.query(
      `select payload ->> 'link' as link from outbox_effect where kind = 'mail.send'`,
    );
    expect(letters.rows).toEqual([{ link: '/payment/t' }]);
  });

  test('of two at once comes once', async () => {
    await debtor(200_001, 100_00);
    const [one, other] = await meeting.both(
      portal,
      () => remind([200_001]),
      () => remind([200_001]),
    );
    expect([one.body.reminded, other.body.reminded]).toEqual([1, 0]);
    const { rows } = await portal.pool.query(`select from message where title like 'Не хватает%'`);
    expect(rows).toHaveLength(1);
  });

  test('to more than 500 needs a second person; the preview needs none', async () => {
    await addClient(portal.world);
    const copied = [
      `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
       select 300000 + n, '', '', '', town_id, '1', 1, '2025-01-01' from generate_series(1, 501) n cross join contract`,
      `insert into account (kind, contract_id, account_no) select 'i', contract_id, contract_id || 'i' from contract where contract_id > 300000`,
      `update account set debt_since = '2026-11-19T20:00:00Z' where contract_id > 300000`,
      `insert into one_time_charge (account_id, what, text, amount_kopecks, day)
       select account_id, 'document:' || account_id, 'Штраф', 100, '2026-11-01' from account where contract_id > 300000`,
    ];
    for (const text of copied) await portal.pool.query(text);
    const all = Array.from({ length: 501 }, (_, n) => 300_001 + n);
    expect((await remind(all, { dry_run: 'yes' })).body.reminded).toBe(501);
    expect((await remind(all)).body.code).toBe('second_person_needed');
    expect((await remind(all.slice(1))).body.reminded).toBe(500);
  });
});

test('in the demo, an account owes since the line after which it has never been above zero, or since its mark of debt', async () => {
  const demo = await readingPortal();
  const { rows } = await demo.pool.query<object>(`
    with line as (
      select account_id, happened_at, row_number() over by_day as place, sum(amount_kopecks) over by_day as balance
      from ledger_entry join account using (account_id) where contract_id is not null
      window by_day as (partition by account_id order by day, entry_id)
    ), owing as (
      select a.account_no, a.owes_since, case
        when a.balance_kopecks < 0 then (
          select min(happened_at) from line l where l.account_id = a.account_id and l.place > coalesce((
            select max(place) from line above where above.account_id = a.account_id and above.balance >= 0), 0))
        else a.debt_since end as expected
      from account a where contract_id is not null
    )
    select account_no, owes_since, expected, owes_since is not distinct from expected as agrees from owing
    where owes_since is not null or expected is not null`);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(rows.map((row) => ({ ...row, agrees: true })));
});
