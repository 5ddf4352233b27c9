import { expect, test } from 'vitest';
import type { Day, Period } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { nextLines } from '#server/domain/documents/document.queries.ts';
import { statementHead } from '#server/domain/documents/statement.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cameIn, monthsOf, spentOn } from './account.queries.ts';
import { historyLinesOf, LOOKED_THROUGH, type HistoryWanted } from './history.queries.ts';

// The history of 100005 with 100 000 entries: no query scans all of it, and none reads more of it than of a short one.

const WHO = { contractId: 100_005, kind: 't' } as const;
const MONTH = '2026-03' as Period;

interface LongHistory {
  readonly portal: TestPortal;
  readonly number: string;
  readonly accountId: number;
}

/** 250 lines a day from 2025 on, one a day of them a payment, so that the balance stays the same. */
async function longHistory(entries: number): Promise<LongHistory> {
  const portal = await testPortal();
  const { rows } = await portal.pool.query<{ number: string; account_id: number }>(
    `select n.phone_number as number, n.account_id from phone_number n where contract_id = 100005 order by 1 limit 1`,
  );
  const { number, account_id: accountId } = rows[0]!;
  const client = await portal.pool.connect();
  // Without triggers, which are not needed here and take time.
  await client.query(`begin; set local session_replication_role = replica; set local statement_timeout = 0`);
  await client.query(
    `with made as (
       insert into ledger_transaction (kind, reference, day, happened_at)
       select case n % 250 when 0 then 'payment' else 'charge' end, 'long:' || n, '2025-01-01'::date + n / 250,
         '2025-01-01T00:00:00Z'::timestamptz + n / 250 * interval '1 day'
       from generate_series(0, $1::int - 1) n
       returning transaction_id, kind, day, happened_at, reference
     )
     insert into ledger_entry
       (transaction_id, account_id, amount_kopecks, day, happened_at, text, method, phone_number, period)
     select transaction_id, side.account_id, side.sign * case kind when 'payment' then 249 else 1 end, day, happened_at,
       case kind when 'payment' then 'Оплата ' else 'Разговоры ' end || reference,
       case kind when 'payment' then 'transfer' end, case kind when 'charge' then $3 end, to_char(day, 'YYYY-MM')
     from made
     cross join lateral (values
       ($2::bigint, case kind when 'payment' then 1 else -1 end),
       ((select account_id from account where kind = 'revenue'), case kind when 'payment' then -1 else 1 end)
     ) side (account_id, sign)`,
    [entries, accountId, number],
  );
  await client.query('commit; analyze ledger_entry, ledger_transaction');
  client.release();
  return { portal, number, accountId };
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Runs the work and returns the plan of each statement, planned as in production: once for all values. */
async function plansOf(portal: TestPortal, work: (tx: Tx) => Promise<unknown>): Promise<Node[][]> {
  const said: Sql[] = [];
  await portal.world.db.read((tx) => {
    const heard =
      <Answer>(method: (statement: Sql) => Promise<Answer>) =>
      (statement: Sql) => {
        said.push(statement);
        return method(statement);
      };
    const rows: Tx['rows'] = heard((statement) => tx.rows<never>(statement));
    return work({ ...tx, rows, one: heard((statement) => tx.one<never>(statement)) });
  });
  const client = await portal.pool.connect();
  try {
    const plans = [];
    for (const { text, values } of said) {
      await client.query(`prepare planned as ${text}`);
      const given = values.map((value) => client.escapeLiteral(String(value))).join(', ');
      const run = `explain (analyze, format json) execute planned${given === '' ? '' : `(${given})`}`;
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(run);
      await client.query('deallocate planned');
      plans.push(nodesOf(rows[0]!['QUERY PLAN'][0].Plan));
    }
    return plans;
  } finally {
    client.release();
  }
}

/** Rows of the ledger that the plan reads. */
const readOf = (plan: Node[]): number =>
  plan
    .filter((node) => node['Relation Name']?.startsWith('ledger_'))
    .reduce(
      (sum, node) =>
        sum +
        node['Actual Loops'] *
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)),
      0,
    );

const LIMIT = 20;
const wanted = (own: Partial<HistoryWanted>): HistoryWanted => ({ side: 'both', limit: LIMIT, ...own });
const lines = (own: Partial<HistoryWanted>) => (tx: Tx) => historyLinesOf(tx, WHO, wanted(own));

/** Both sides are read, and each line found is explained. */
const MOST_OF_A_PAGE = 8 * (LIMIT + 1);
/** The range of the search, on both sides. */
const MOST_OF_A_SEARCH = 2 * LOOKED_THROUGH + MOST_OF_A_PAGE;
/** 31 days of 250 lines. */
const A_MONTH = 31 * 250;

test('every query of the history uses an index and reads no more of a long history than of a short one', async () => {
  const { portal, number, accountId } = await longHistory(100_000);
  const deep = { cursor: '2025-02-01.1' };
  const queries: Record<string, [work: (tx: Tx) => Promise<unknown>, most: number]> = {
    all: [lines({}), MOST_OF_A_PAGE],
    payments: [lines({ side: 'in' }), MOST_OF_A_PAGE],
    charges: [lines({ side: 'out' }), MOST_OF_A_PAGE],
    'charges, the last pages': [lines({ side: 'out', ...deep }), MOST_OF_A_PAGE],
    'all, the last pages': [lines(deep), MOST_OF_A_PAGE],
    'a month': [lines({ period: MONTH }), MOST_OF_A_PAGE],
    days: [lines({ side: 'out', from: '2025-05-03' as Day, until: '2025-05-09' as Day }), MOST_OF_A_PAGE],
    'a number': [lines({ phone_number: number }), MOST_OF_A_PAGE],
    'a number, the last pages': [lines({ phone_number: number, ...deep }), MOST_OF_A_PAGE],
    'payments of a number': [lines({ side: 'in', phone_number: number }), MOST_OF_A_SEARCH],
    'a service': [(tx) => historyLinesOf(tx, { ...WHO, kind: 'i' }, wanted({ user_id: 1 })), MOST_OF_A_PAGE],
    'text that is there': [lines({ q: 'разговоры' }), MOST_OF_A_SEARCH],
    'text that is nowhere': [lines({ q: 'нет такого' }), MOST_OF_A_SEARCH],
    'a sum that is nowhere': [lines({ q: '777,77', side: 'out' }), MOST_OF_A_SEARCH],
    'text of a number in a month': [lines({ q: 'нет', phone_number: number, period: MONTH }), MOST_OF_A_SEARCH],
    months: [(tx) => monthsOf(tx, WHO, { limit: 12 }), 0],
    'services of a month': [(tx) => spentOn(tx, WHO, MONTH), A_MONTH],
    'incoming of a month': [(tx) => cameIn(tx, WHO, MONTH), 2 * 31],
    'head of a statement': [
      (tx) =>
        statementHead(tx, 100_005, {
          kind: 'statement',
          p: 't',
          from: '2025-03-15' as Day,
          until: '2026-01-20' as Day,
          format: 'pdf',
        }),
      A_MONTH,
    ],
    'lines of a statement': [
      (tx) =>
        nextLines(tx, accountId, {
          after: { day: '2025-06-01' as Day, entry_id: 0 },
          until: '2026-01-01' as Day,
          limit: 100,
        }),
      8 * 100,
    ],
  };
  for (const [name, [work, most]] of Object.entries(queries)) {
    const plans = await plansOf(portal, work);
    expect(plans.length, name).toBeGreaterThan(0);
    for (const plan of plans) {
      const scans = plan.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
      expect
        .soft(
          scans.filter((relation) => relation?.startsWith('ledger_')),
          name,
        )
        .toEqual([]);
      expect.soft(readOf(plan), name).toBeLessThanOrEqual(most);
    }
  }
});

test('a search continues from page to page and finds every line once', async () => {
  const { portal, accountId } = await longHistory(10_000);
  const found: number[] = [];
  let pages = 0;
  for (let cursor: string | undefined | null; cursor !== null; pages += 1) {
    const { items, next } = await portal.world.db.read((tx) =>
      historyLinesOf(tx, WHO, wanted({ q: 'LONG:77', ...(cursor != null && { cursor }) })),
    );
    found.push(...items.map(({ entry_id }) => entry_id));
    expect(items.length).toBeLessThanOrEqual(LIMIT);
    cursor = next;
  }
  const { rows } = await portal.pool.query<{ entry_id: number }>(
    `select entry_id from ledger_entry where account_id = $1 and text like '%long:77%' order by day desc, entry_id desc`,
    [accountId],
  );
  expect(rows).toHaveLength(111);
  expect(found).toEqual(rows.map(({ entry_id }) => entry_id));
  expect(pages).toBeGreaterThan(10);
});
