import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import { readingPortal, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { get, statTotal, statPayments, statCharges } = contract.internetAccount;

type Listed = typeof statTotal | typeof statPayments;

interface Page {
  readonly items: readonly { readonly entry_id?: number; readonly period: string | null }[];
  readonly next: string | null;
}

/** Every page of a list, in order. */
async function pagesOf(portal: TestPortal, call: Listed, who: number, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)!.next) {
    const query = cursor === undefined ? { limit } : { limit, cursor };
    const { body, status } = await portal.send<Listed>(call, { query }, who);
    expect(status).toBe(200);
    pages.push(body);
  }
  return pages;
}

test.each([
  [100_001, { balance: '1234.50', blocked: false, account_no: '1040217' }],
  [100_002, { balance: '-628.50', blocked: true, days_left: 0, next_charge: null, upcoming: [] }],
  [100_003, { balance: '550.00', blocked: false }],
  [100_004, { balance: '872.30', blocked: false }],
])('the account of %i', async (who, expected) => {
  const portal = await readingPortal();
  const { status, body } = await portal.send(get, {}, who);
  expect(status).toBe(200);
  expect(body).toMatchObject({ kind: 'i', ...expected });
});

test('the forecast ends with the first uncovered charge', async () => {
  const portal = await readingPortal();
  for (const who of [100_001, 100_003, 100_004]) {
    const { body } = await portal.send(get, {}, who);
    expect(body.next_charge).toEqual(body.upcoming[0]);
    const last = body.upcoming.at(-1)!;
    expect(last.day).toBe(body.lasts_until);
    expect(fromWireMoney(last.missing)).toBeGreaterThan(0);
    let balance = fromWireMoney(body.balance) as number;
    if (who === 100_004) continue; // A plan by the day charges between the days that are listed.
    for (const charge of body.upcoming) {
      balance -= fromWireMoney(charge.amount);
      expect(fromWireMoney(charge.balance_after)).toBe(balance);
    }
  }
});

test.each([
  ['payments', statPayments, '<>'],
  ['charges', statCharges, '='],
] as const)('pages of %s list each item once, newest first', async (_, call, sign) => {
  const portal = await readingPortal();
  const { rows } = await portal.pool.query<{ entry_id: string }>(`
    select entry_id from ledger_entry join account using (account_id)
    where contract_id = 100001 and kind = 'i' and (amount_kopecks > 0) ${sign} is_return
    order by day desc, entry_id desc`);
  expect(rows.length).toBeGreaterThan(8);
  const pages = await pagesOf(portal, call, 100_001, 7);
  const items = pages.flatMap((page) => page.items);
  expect(items.map(({ entry_id }) => entry_id)).toEqual(rows.map(({ entry_id }) => Number(entry_id)));
  expect(pages.slice(0, -1).every((page) => page.items.length === 7)).toBe(true);
  expect(pages.at(-1)!.items.length).toBeGreaterThan(0);
});

test('a list whose length is a multiple of the page has no empty page at its end', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(statPayments, { query: { limit: 100 } }, 100_001);
  const pages = await pagesOf(portal, statPayments, 100_001, body.items.length);
  expect(pages).toHaveLength(1);
});

test('an entry written between pages neither repeats nor hides another', async () => {
  const portal = await readingPortal();
  const first = (await portal.send(statPayments, { query: { limit: 3 } }, 100_001)).body;
  const rest = (await portal.send(statPayments, { query: { limit: 3, cursor: first.next! } }, 100_001)).body;
  await pay(portal, 100_001, 5000);
  const again = (await portal.send(statPayments, { query: { limit: 3, cursor: first.next! } }, 100_001)).body;
  expect(again).toEqual(rest);
});

async function pay(portal: TestPortal, who: number, amount: number): Promise<void> {
  await portal.pool.query(
    `with made as (
       insert into ledger_transaction (kind, reference, day, happened_at)
       values ('payment', 'test', '2026-11-20', '2026-11-20T10:00:00Z') returning transaction_id
     )
     insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, method)
     select transaction_id, account_id, case kind when 'i' then $2::bigint else -$2::bigint end, '2026-11-20',
       '2026-11-20T10:00:00Z', 'Пополнение', 'cash'
     from made, account where (kind = 'i' and contract_id = $1) or kind = 'cash'`,
    [who, amount],
  );
}

test("months connect one balance to the next, up to today's balance", async () => {
  const portal = await readingPortal();
  const pages = await pagesOf(portal, statTotal, 100_001, 5);
  const { items: months } = (await portal.send(statTotal, { query: { limit: 100 } }, 100_001)).body;
  expect(pages.flatMap((page) => page.items)).toEqual(months);
  const { body } = await portal.send(get, {}, 100_001);
  expect(months[0]!.closing).toBe(body.balance);
  expect(months.length).toBeGreaterThanOrEqual(12);
  for (const [index, month] of months.entries()) {
    const [opening, paid, charged, closing] = [month.opening, month.paid, month.charged, month.closing].map(
      fromWireMoney,
    );
    expect(opening! + paid! - charged!).toBe(closing);
    const before = months[index + 1];
    if (before) {
      expect(before.closing).toBe(month.opening);
      expect(before.period < month.period).toBe(true);
    } else expect(opening).toBe(0);
  }
});

test('a movement says what it was', async () => {
  const portal = await testPortal();
  await pay(portal, 100_003, 12345);
  const { body } = await portal.send(statPayments, { query: { limit: 1 } }, 100_003);
  expect(body.items).toMatchObject([
    {
      day: '2026-11-20',
      at: '2026-11-20T10:00:00.000Z',
      amount: '123.45',
      text: 'Пополнение',
      method: 'cash',
      user_id: null,
    },
  ]);
});

test.each([
  ['nonsense', statPayments],
  ['2026-02-31.5', statCharges],
  ['2026-13-01.5', statCharges],
  ["2026-01-01.5'; drop table account", statPayments],
  ['2026-11-20.1', statTotal],
] as const)('refuses the cursor «%s»', async (cursor, call) => {
  const portal = await testPortal();
  const { status, body } = await portal.send(call, { query: { cursor } }, 100_001);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'bad_input', errors: [{ path: 'query.cursor' }] });
});

test.each([0, 101, 'много'])('refuses a page of %s rows', async (limit) => {
  const portal = await readingPortal();
  expect((await portal.send(statPayments, { query: { limit } }, 100_001)).status).toBe(422);
});

test('refuses a reader without a token, and a guest', async () => {
  const portal = await readingPortal();
  for (const call of [get, statTotal, statPayments, statCharges]) {
    expect((await portal.send(call, {})).status).toBe(401);
    expect((await portal.send(call, {}, 'guest')).status).toBe(401);
  }
});

test('reads pages by the index of their side, wherever they begin', async () => {
  const portal = await readingPortal();
  await portal.pool.query('analyze');
  for (const [sign, index] of [
    ['<>', 'ledger_entry_payments'],
    ['=', 'ledger_entry_charges'],
  ] as const) {
    const client = await portal.pool.connect();
    await client.query('begin; set local enable_sort = off; set local enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`
      explain select entry_id from ledger_entry
      where account_id = (select account_id from account where contract_id = 100001 and kind = 'i')
        and (amount_kopecks > 0) ${sign} is_return and (day, entry_id) < ('2026-06-01', 1000000)
      order by day desc, entry_id desc limit 21`);
    await client.query('rollback');
    client.release();
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toContain('Sort');
  }
});
