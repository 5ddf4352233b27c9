import { expect, test } from 'vitest';
import { addClient } from '../../../../../test/portal/client.ts';
import { testPortal } from '../../../../../test/portal/portal.ts';
import { EVENT_SOURCES } from './timeline.queries.ts';

/** Rows of the contract in every table that the timeline reads. */
const HISTORY = `
  insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out)
    select $ID, ts, ts, '10.0.0.1', 0, 0 from times;
  insert into message (contract_id, kind, title, body, created_at) select 200001, 'info', 'Т', '', ts from times;
  insert into support_order (contract_id, goal_id, text, state, created_at, updated_at)
    select 200001, (select min(goal_id) from support_goal), '', case n % 2 when 0 then 'done' else 'new' end, ts, ts from times;
  insert into audit_event (happened_at, contract_id, kind, detail) select ts, 200001, 'signed_in', '{}' from times;
  insert into staff_read (contract_id, read_at, operator, role, call) select 200001, ts, 'А', 'admin', 'card' from times;
  insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
    select $ID, (select min(plan_id) from plan), ts::date, 'done', 'client', ts from times;
  insert into call_record (phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, period, plan_id)
    select '78482551122', ts, '79270000000', 'out', 'home', 1, 0, to_char(ts, 'YYYY-MM'), (select min(plan_id) from plan) from times;
  insert into call_month (phone_number, period, amount_kopecks) select distinct '78482551122', to_char(ts, 'YYYY-MM'), 0 from times
    on conflict do nothing`;

test('a page costs the same after ten times the history, at its beginning and in its middle', async () => {
  const { world, pool } = await testPortal({ template: 'empty' });
  const { userId } = await addClient(world, { telephone: true });
  await pool.query(
    `insert into support_goal (name) values ('Не работает'); insert into call_zone (zone, name, position) values ('home', 'Город', 1) on conflict do nothing`,
  );
  const grow = async (from: number, to: number) => {
    const times = `(select n, timestamptz '2026-11-19 00:00Z' - n * interval '7 hours' as ts from generate_series(${from}, ${to}) n) times`;
    const client = await pool.connect();
    // The triggers would send ten thousand events.
    await client.query('set session_replication_role = replica');
    for (const statement of HISTORY.split(';\n'))
      await client.query(statement.replaceAll('$ID', String(userId)).replace('from times', `from ${times}`));
    await client.query('vacuum analyze');
    client.release(true);
  };
  const MIDDLE = Date.parse('2026-10-01T00:00:00Z') * 1000;
  const costs = async () => {
    const spent: Record<string, number> = {};
    for (const [name, statement] of Object.entries(EVENT_SOURCES)) {
      for (const at of [Date.UTC(2200) * 1000, MIDDLE]) {
        const { text, values } = statement(200_001, { at, id: 0, limit: 31, zone: 'Europe/Samara' });
        const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!;
        spent[`${name} ${at === MIDDLE ? 'middle' : 'begin'}`] =
          (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      }
    }
    return spent;
  };
  await grow(1, 3000);
  const few = await costs();
  await grow(3001, 30_000);
  const many = await costs();
  for (const [name, blocks] of Object.entries(many))
    expect.soft(blocks, name).toBeLessThan((few[name] ?? 0) * 1.5 + 40);
});
