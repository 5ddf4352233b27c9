import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { addClient } from '../../../../../test/portal/client.ts';
import { testPortal } from '../../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../../test/portal/staff-desk.ts';
import { EVENT_SOURCES } from './timeline.queries.ts';

const { read } = operatorContract.timeline;
const WHO = '100001';

type Desk = ReturnType<typeof staffDesk>;

async function everything({ ask }: Desk, query: object): Promise<Item[]> {
  const { items, next } = await ask(read, { query });
  return next === null ? items : [...items, ...(await everything({ ask } as Desk, { ...query, cursor: next }))];
}
type Item = Awaited<ReturnType<typeof pageOf>>['items'][number];
const pageOf = ({ ask }: Desk, query: object) => ask(read, { query });

const keyOf = ({ kind, id, text }: Item) => `${kind} ${id} ${text}`;

test('the timeline holds everything once, newest first, however it is cut into pages', async () => {
  const desk = staffDesk(await testPortal());
  await desk.portal.pool.query(`insert into audit_event (happened_at, contract_id, kind, detail)
    select timestamptz '2026-11-19 10:00Z' + n * interval '1 microsecond', 100001, 'signed_in', '{}' from generate_series(1, 40) n`);
  const whole = await everything(desk, { contract_id: WHO, limit: 100 });
  const inSmall = await everything(desk, { contract_id: WHO, limit: 33 });
  // A page is a look, too, so looks come in between.
  const others = (all: readonly Item[]) => all.filter(({ kind }) => kind !== 'look').map(keyOf);
  expect(others(inSmall)).toEqual(others(whole));
  expect(new Set(others(whole)).size).toBe(others(whole).length);
  const { rows } = await desk.portal.pool.query<{ count: number }>(`
    select (select count(*) from ledger_entry join account using (account_id) where contract_id = 100001)
      + (select count(*) from message where contract_id = 100001) + (select count(*) from support_order where contract_id = 100001)
      + (select count(*) from internet_session join service_user using (user_id) where contract_id = 100001)
      + (select count(*) from call_record join call_line on number = phone_number where contract_id = 100001)
      + (select count(*) from audit_event where contract_id = 100001)
      + (select count(*) from plan_change join service_user using (user_id) where contract_id = 100001) as count`);
  expect(others(whole)).toHaveLength(rows[0]!.count);
  const kinds = new Set(whole.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(['call', 'change', 'charge', 'look', 'message', 'order', 'payment', 'session']);
  const times = whole.filter(({ kind }) => kind !== 'payment' && kind !== 'charge').map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('one kind, and from a day back', async () => {
  const desk = staffDesk(await testPortal());
  const charges = await everything(desk, { contract_id: WHO, kind: 'charge', limit: 100 });
  const own = (await desk.portal.send(contract.internetAccount.statCharges, { query: { limit: 100 } }, 100_001)).body;
  expect(charges.map(({ movement }) => movement)).toEqual(expect.arrayContaining(own.items));
  expect(charges.every(({ kind }) => kind === 'charge')).toBe(true);
  expect(charges.find(({ movement }) => movement?.rate)?.movement?.service_from).toBeTruthy();
  const back = await everything(desk, { contract_id: WHO, until: '2026-10-31', limit: 100 });
  expect(back.length).toBeGreaterThan(0);
  expect(back.every(({ at }) => Date.parse(String(at)) < Date.parse('2026-10-31T20:00Z'))).toBe(true);
  const whole = await everything(desk, { contract_id: WHO, limit: 100 });
  expect(whole.filter(({ at }) => Date.parse(String(at)) < Date.parse('2026-10-31T20:00Z')).map(keyOf)).toEqual(
    back.map(keyOf),
  );
});

test('details are in words and in the zone of the provider', async () => {
  const desk = staffDesk(await testPortal());
  await desk.portal.pool.query(`
    update support_order set state = 'waiting_client', last_text = 'Пришлите фото' where contract_id = 100001;
    update internet_session set started_at = '2026-11-10 06:30Z', stopped_at = '2026-11-10 20:30Z'
      where internet_session_id = (
        select min(internet_session_id) from internet_session join service_user using (user_id) where contract_id = 100001)`);
  const details = async (kind: string) =>
    (await everything(desk, { contract_id: WHO, kind, limit: 100 })).map(({ detail }) => detail ?? '');
  expect(new Set(await details('order'))).toEqual(new Set(['ждём абонента: Пришлите фото']));
  expect(await details('session')).toContainEqual(expect.stringMatching(/до 11\.11\.2026, 00:30$/));
});

test('an unknown contract, a foreign cursor', async () => {
  const desk = staffDesk(await testPortal());
  await expect(pageOf(desk, { contract_id: '999999' })).rejects.toMatchObject({ code: 'contract_unknown' });
  await expect(pageOf(desk, { contract_id: WHO, cursor: 'session=x' })).rejects.toMatchObject({ code: 'bad_input' });
  await expect(pageOf(desk, { contract_id: WHO, cursor: 'session=1.2; drop' })).rejects.toMatchObject({
    code: 'bad_input',
  });
  await expect(pageOf(desk, { contract_id: WHO, kind: 'gossip' })).rejects.toMatchObject({ code: 'bad_input' });
});

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
