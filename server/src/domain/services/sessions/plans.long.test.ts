import { expect, test } from 'vitest';
import type { Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { newPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { settleSessions } from '#server/jobs/services/accounting.ts';
import { liveInternetSessions, internetSessionsOf } from './session.queries.ts';
import { isEarlier, latestMonth, useOf } from './use.queries.ts';

// One service with 50 000 sessions: every query uses an index, and reads no more of a long history than of a short one.

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}
const readOf = (node: Node): number =>
  node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/**
 * Rows of sessions that the work reads, and whether it scans the table; planned as in production: once for all values.
 */
async function readBy(
  portal: TestPortal,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ rows: number; through: boolean }> {
  const said: Sql[] = [];
  await portal.world.db.read((tx) => {
    const heard =
      <Answer>(method: (statement: Sql) => Promise<Answer>) =>
      (statement: Sql) => {
        said.push(statement);
        return method(statement);
      };
    return work({
      ...tx,
      rows: heard((statement) => tx.rows<never>(statement)),
      one: heard((statement) => tx.one<never>(statement)),
      maybe: heard((statement) => tx.maybe<never>(statement)),
    });
  });
  const client = await portal.pool.connect();
  try {
    await client.query(`set plan_cache_mode = force_generic_plan`);
    const nodes: Node[] = [];
    for (const { text, values } of said) {
      await client.query(`prepare planned as ${text}`);
      const given = values
        .map((value) => client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)))
        .join(', ');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, format json) execute planned(${given})`,
      );
      await client.query('deallocate planned');
      nodes.push(...nodesOf(rows[0]!['QUERY PLAN'][0].Plan));
    }
    const own = nodes.filter((node) => node['Relation Name']?.startsWith('internet_session_'));
    // The month to come is empty: how it is read costs nothing.
    const read = own.map((node) => ({ type: node['Node Type'], rows: readOf(node) })).filter(({ rows }) => rows > 0);
    return {
      rows: read.reduce((sum, { rows }) => sum + rows, 0),
      through: read.some(({ type }) => type === 'Seq Scan'),
    };
  } finally {
    await client.query('reset plan_cache_mode');
    client.release();
  }
}

/** A session every 25 minutes up to 20 November 2026. */
async function manySessions(portal: TestPortal, userId: number, count: number) {
  await portal.pool.query('delete from internet_session where user_id = $1', [userId]);
  await portal.pool.query(
    `insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out, end_cause)
     select $1, at, at + interval '20 minutes', '10.84.1.2', 1000, 100, 'idle_timeout'
     from generate_series(1, $2::int) n, lateral (select '2026-11-20T10:00:00Z'::timestamptz - n * interval '25 minutes' as at) s`,
    [userId, count],
  );
  // Not `analyze` alone: plans must not depend on what the deleted rows have left behind.
  await portal.pool.query('vacuum (analyze) internet_session');
}

const A_MONTH = (31 + 3) * 58;

test('50 000 sessions of a service cost as much as its month', async () => {
  // A database of its own: what other tests have left in indexes would move the plans.
  const portal = await newPortal('demo');
  const { rows } = await portal.pool.query<{ user_id: number }>(
    `select user_id from service_user where contract_id = 100005 and user_type = 'ethernet' order by 1 limit 1`,
  );
  const { user_id: userId } = rows[0]!;
  const [now, zone, limit] = [new Date('2026-11-20T10:05:00Z'), 'Europe/Samara', 20];
  const october = { userId, now, from: new Date('2026-09-30T20:00:00Z'), until: new Date('2026-10-31T20:00:00Z') };
  const deep = `${Date.parse('2026-10-02T00:00:00Z')}.1`;
  const works: Record<string, [work: (tx: Tx) => Promise<unknown>, most: number]> = {
    'days of a month': [(tx) => useOf(tx, october, { unit: 'day', zone }), A_MONTH],
    'a month': [(tx) => useOf(tx, october, { unit: 'month', zone }), A_MONTH],
    sessions: [(tx) => internetSessionsOf(tx, october, { limit }), 2 * (limit + 1)],
    'the last sessions': [(tx) => internetSessionsOf(tx, october, { limit, cursor: deep }), 3 * 58 + 2 * (limit + 1)],
    'what is on': [(tx) => liveInternetSessions(tx, userId, now), 10],
    'the latest month': [(tx) => latestMonth(tx, userId, { before: now, zone, now }), 3 * 58 + 2],
    'whether there is more': [(tx) => isEarlier(tx, userId, october.from), 1],
  };
  const judge = async (about: string, more = 0) => {
    for (const [name, [work, most]] of Object.entries(works)) {
      const read = await readBy(portal, work);
      expect.soft(read.through, `${name} of ${about}`).toBe(false);
      expect.soft(read.rows, `${name} of ${about}`).toBeLessThanOrEqual(most + more);
    }
  };
  for (const count of [10_000, 50_000]) {
    await manySessions(portal, userId, count);
    await judge(String(count));
  }
  // In the partitions of their months: each of them shows its newest row, of which the newest ones are taken.
  await settleSessions(portal.world);
  await portal.pool.query('analyze internet_session');
  const { rows: months } = await portal.pool.query(
    `select from pg_inherits where inhparent = 'internet_session'::regclass`,
  );
  expect(months.length).toBeGreaterThan(29);
  await judge('50 000 settled', 2 * months.length);
});
