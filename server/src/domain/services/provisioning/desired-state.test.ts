import { NETWORK_FIELD_NAMES, networkFieldsText } from '@kabinet/contract/kernel/network/field-names';
import { expect, test } from 'vitest';
import type pg from 'pg';
import { contract } from '@kabinet/contract';
import { sql } from '#server/db/sql.ts';
import type { Tx } from '#server/db/database.ts';
import type { DesiredState, ServiceRef } from '#server/integrations/network/port.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { desiredOf } from './check-network.ts';

const WHO = 100_001;

const stateOf = async (portal: TestPortal, service: ServiceRef) =>
  (await portal.world.db.read((tx) => desiredOf(tx, service)))!.state;

async function userOf(portal: TestPortal, type: string): Promise<number> {
  const { body } = await portal.send(contract.user.list, {}, WHO);
  return body.find(({ user_type }) => user_type === type)!.user_id;
}

test('internet: line, login, device, plan, options, programs, and the plan of the next period', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, 'isg');
  await portal.pool.query(
    `insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
     select $1, plan_id, '2026-12-01', 'planned', 'client', now() from plan where name = 'Волга 500'`,
    [userId],
  );
  await portal.pool.query(
    `update service_secret set form = 'sealed', changed_at = '2026-11-20T10:00:00Z' where user_id = $1`,
    [userId],
  );
  expect(await stateOf(portal, { userId })).toEqual({
    kind: 'internet',
    service: { userId },
    contractId: WHO,
    version: 1,
    access: 'open',
    restriction: null,
    plan: { planId: expect.any(Number) as number, speedMbit: 300 },
    next: { plan: { planId: expect.any(Number) as number, speedMbit: 500 }, from: '2026-12-01' },
    login: expect.any(String) as string,
    options: [expect.any(Number), expect.any(Number)] as number[],
    programs: [1101],
    line: 'isg',
    autoAuth: true,
    mac: expect.stringMatching(/^02:/) as string,
    profile: {
      downKbit: 300_000,
      upKbit: 300_000,
      burst: null,
      pool: 'home',
      filter: 'family',
      sessionSeconds: 604_800,
      codes: ['family'],
    },
    staticAddress: null,
    circuit: null,
    sessions: 1,
    openUntil: null,
    passwordSince: '2026-11-20T10:00:00.000Z',
  });
});

test('internet: the profiles of plan and options, the line, and when the schedule closes it', async () => {
  const portal = await testPortal();
  const userId = await userOf(portal, 'isg');
  const options = `from user_option where user_id = ${userId}`;
  await portal.pool.query(`
    delete from plan_profile;
    delete from option_profile;
    insert into plan_profile (plan_id, up_kbit, burst_down_kbit, burst_up_kbit, burst_seconds, pool, session_seconds,
        night_from, night_until, night_down_kbit, night_up_kbit)
      select plan_id, 100000, 500000, 200000, 10, 'home', 86400, '23:00', '07:30', 600000, 200000 from service_user where user_id = ${userId};
    insert into option_profile (option_id, code, down_kbit, up_kbit, filter)
      select min(option_id), 'slow', 1000, 1000, 'quiet' ${options};
    insert into option_profile (option_id, code, up_kbit, pool) select max(option_id), 'turbo', 300000, 'real' ${options};
    insert into service_line (user_id, address, circuit, sessions) values (${userId}, '203.0.113.7', 'olt 1/2', 3);
    insert into access_schedule (user_id, is_on, rules, next_change_at)
      values (${userId}, true, '[]', '2026-11-20T18:00:00Z')
      on conflict (user_id) do update set is_on = true, next_change_at = excluded.next_change_at`);
  expect(await stateOf(portal, { userId })).toMatchObject({
    profile: {
      downKbit: 300_000,
      upKbit: 300_000,
      burst: { downKbit: 500_000, upKbit: 200_000, seconds: 10 },
      night: { from: '23:00', until: '07:30', downKbit: 600_000, upKbit: 300_000 },
      pool: 'real',
      filter: 'quiet',
      sessionSeconds: 86_400,
      codes: ['slow', 'turbo'],
    },
    staticAddress: '203.0.113.7',
    circuit: 'olt 1/2',
    sessions: 3,
    openUntil: '2026-11-20T18:00:00.000Z',
  });
  await portal.pool.query(`update service_user set state = 'blocked', reason = 'debt' where user_id = ${userId}`);
  expect(await stateOf(portal, { userId })).toMatchObject({ openUntil: null });
});

test('TV, SIP, mail and a number: what each of them has', async () => {
  const portal = await testPortal();
  const [tv, sip, mail] = await Promise.all(['tv', 'sip', 'mail'].map((type) => userOf(portal, type)));
  const { rows } = await portal.pool.query<{ number: string }>(
    'select min(phone_number) as number from phone_number where contract_id = $1',
    [WHO],
  );
  const common = ['access', 'contractId', 'kind', 'next', 'plan', 'restriction', 'service', 'version'];
  const ofUser = [...common, 'login', 'options', 'programs'];
  const fields = async (service: ServiceRef) => Object.keys(await stateOf(portal, service)).sort();
  expect(await fields({ userId: tv! })).toEqual([...ofUser].sort());
  expect(await fields({ userId: sip! })).toEqual(
    [...ofUser, 'passwordSince', 'closedZones', 'noPaidCallsUntil'].sort(),
  );
  const ofMail = ['passwordSince', 'quotaBytes', 'address', 'aliases', 'forwardTo', 'autoReply'];
  expect(await fields({ userId: mail! })).toEqual([...ofUser, ...ofMail].sort());
  expect(await fields({ phoneNumber: rows[0]!.number })).toEqual(common);
});

test('what may differ from the network has a Russian name', async () => {
  const portal = await testPortal();
  const types = ['isg', 'tv', 'sip', 'mail'];
  const states = await Promise.all(types.map(async (type) => stateOf(portal, { userId: await userOf(portal, type) })));
  const nameless = states.flatMap((state) => Object.keys(state)).filter((field) => !(field in NETWORK_FIELD_NAMES));
  expect(nameless).toEqual([]);
  expect(networkFieldsText(['plan', 'passwordSince'])).toBe('тариф, пароль');
});

test.each([
  ['isg', 'debt', 'payment_page_only'],
  ['tv', 'debt', 'closed'],
  ['isg', 'schedule', 'closed'],
  ['isg', 'login_locked', 'closed'],
])('%s that is off for %s is %s', async (type, reason, access) => {
  const portal = await testPortal();
  const userId = await userOf(portal, type);
  await portal.pool.query(`update service_user set state = 'blocked', reason = $2 where user_id = $1`, [
    userId,
    reason,
  ]);
  expect(await stateOf(portal, { userId })).toMatchObject({ access, restriction: reason });
});

/** For each column that the network must hear of: another value of it. Whoever writes it says `serviceChanged`. */
const HEARD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  service_user: {
    user_id: '',
    contract_id: '100002',
    user_type: `'ethernet'`,
    login: `'another'`,
    state: `'connecting'`,
    reason: `'repair', state = 'blocked'`,
    plan_id: '1',
  },
  plan_change: { user_id: '', plan_id: '3', from_day: `'2027-01-01'`, state: `'cancelled'` },
  user_option: { user_id: '', option_id: '', status: `'on_pending', changes_on = '2027-01-01'` },
  user_program: { user_id: '', program_id: '1102', status: `'on_pending', changes_on = '2027-01-01'` },
  service_access: { user_id: '', auto_auth: 'not auto_auth', bound_mac: 'null' },
  service_line: { user_id: '', address: `'203.0.113.9'`, circuit: `'another'`, sessions: '4' },
  service_secret: { user_id: '', form: `'sealed'`, secret: '', changed_at: '' },
  mailbox: { user_id: '', quota_bytes: '1', address: `'another-' || address` },
  mail_address: { user_id: '', address: `'another-' || address` },
  mail_forward: { user_id: '', target: `'another@mail.example'`, is_on: 'not is_on' },
  mail_reply: {
    user_id: '',
    is_on: 'not is_on',
    subject: `'another'`,
    body: `'another'`,
    from_at: `from_at - interval '1 day'`,
    until_at: `until_at + interval '1 day'`,
  },
  phone_number: {
    phone_number: '',
    contract_id: '100002',
    plan_id: '1',
    state: `'closed', reason = null, closed_on = '2026-01-01'`,
    reason: `'operator', state = 'blocked'`,
  },
};

/** What the migration of a column says if the network need not hear of it: `comment on column service_user.name is 'network: no'`. */
const UNHEARD = 'network: no';

test.each(Object.keys(HEARD))('of each column of %s it is known whether the network must hear of it', async (table) => {
  const { pool } = await testPortal({ template: 'empty' });
  const { rows } = await pool.query<{ name: string; comment: string | null }>(
    `select attname as name, col_description(attrelid, attnum) as comment
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const known = [
    ...Object.keys(HEARD[table] ?? {}),
    ...rows.filter(({ comment }) => comment === UNHEARD).map(({ name }) => name),
  ];
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
});

test('a state changes with each column that is said to be heard of', async () => {
  const portal = await testPortal();
  const client = await portal.pool.connect();
  await client.query('begin');
  await client.query(`
    insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
    select user_id, 4, '2026-12-01', 'planned', 'client', now() from service_user u where contract_id = ${WHO} and user_type = 'isg'
      and not exists (select from plan_change c where c.user_id = u.user_id and c.state = 'planned')`);
  await client.query(`insert into service_line (user_id) select user_id from service_user where ${ONE_INTERNET}`);
  const before = JSON.stringify(await allStates(client));
  const deaf: string[] = [];
  for (const [table, columns] of Object.entries(HEARD)) {
    for (const [column, value] of Object.entries(columns)) {
      if (value === '') continue;
      await client.query(`savepoint one; update ${table} set ${column} = ${value} where ${OWN[table] ?? OF_USER}`);
      if (JSON.stringify(await allStates(client)) === before) deaf.push(`${table}.${column}`);
      await client.query('rollback to one');
    }
  }
  await client.query('rollback');
  client.release();
  expect(deaf).toEqual([]);
});

const OF_USER = `user_id in (select user_id from service_user where contract_id = ${WHO})`;
const ONE_INTERNET = `user_id = (select min(user_id) from service_user where contract_id = ${WHO} and user_type = 'isg')`;
const OWN: Readonly<Record<string, string>> = {
  service_user: ONE_INTERNET,
  plan_change: `${ONE_INTERNET} and state = 'planned'`,
  user_program: ONE_INTERNET,
  phone_number: `phone_number = (select min(phone_number) from phone_number where contract_id = ${WHO})`,
};

async function allStates(client: pg.ClientBase): Promise<DesiredState[]> {
  const rows = async <Row>(statement: ReturnType<typeof sql>) =>
    (await client.query(statement.text, statement.values)).rows as Row[];
  const tx = { rows } as Tx;
  const found = await rows<{ service: ServiceRef }>(sql`
    select json_build_object('userId', user_id) as service from service_user where contract_id in (${WHO}, 100002)
    union all
    select json_build_object('phoneNumber', phone_number) from phone_number where contract_id in (${WHO}, 100002)`);
  const states: DesiredState[] = [];
  for (const { service } of found.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)))
    states.push((await desiredOf(tx, service))!.state);
  return states;
}
