import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { readingPortal, testPortal, type TestPortal } from '../../../test/portal/portal.ts';

const { getTown, getIp, index } = contract.byDefault;

const HOME = {
  'internet-contract': {},
  'internet-account': {},
  telephone: {},
  'user/list': {},
  'telephone-number/list': {},
  'internet-contract/program-arrears': {},
  'notice/get-messages': {},
  'support/get-orders': { limit: 3 },
  'internet-account/stat-payments': { limit: 5 },
  'internet-account/stat-charges': { limit: 5 },
  'payment/expected-price': {},
  'promised-payment/in-debt': {},
};

const batch = (portal: TestPortal, body: Record<string, object>, who: number | 'guest' | undefined = 100_001) =>
  portal.send(index, { body } as never, who);

async function single(portal: TestPortal, path: string, query: object, who: number): Promise<unknown> {
  const reply = await portal.inject({
    method: 'GET',
    url: `/api/v2/${path}`,
    query: query as Record<string, string>,
    headers: { authorization: `Bearer ${await portal.tokenOf(who)}` },
  });
  return reply.json<unknown>();
}

describe('the batch', () => {
  test.each([100_001, 100_002, 100_003, 100_004, 100_005])('answers %i like the single calls', async (who) => {
    const portal = await readingPortal();
    const { status, body, headers } = await batch(portal, HOME, who);
    expect(status).toBe(200);
    expect(headers['x-refused-parts']).toBeUndefined();
    expect(Object.keys(body)).toEqual(Object.keys(HOME));
    for (const [path, query] of Object.entries(HOME))
      expect(body[path]).toEqual(await single(portal, path, query, who));
  });

  test('accepts ids in a path, a query in a value, and [] for an empty object', async () => {
    const portal = await readingPortal();
    const users = (await portal.send(contract.user.list, {}, 100_001)).body;
    const { user_id } = users[0]!;
    const { body } = await batch(portal, {
      [`user/${user_id}`]: [],
      [`user-program/days-left/${user_id}`]: {},
      'user/list': { user_type: 'mail' },
      'default/get-ip': {},
    });
    expect(body).toEqual({
      [`user/${user_id}`]: users[0],
      [`user-program/days-left/${user_id}`]: users[0]!.days_left,
      'user/list': users.filter(({ user_type }) => user_type === 'mail'),
      'default/get-ip': { ip: '127.0.0.1', is_local: true },
    });
  });

  test('omits a refused part, names it, and answers the others', async () => {
    const portal = await readingPortal();
    const foreign = (await portal.send(contract.user.list, {}, 100_002)).body[0]!.user_id;
    const { status, body, headers } = await batch(portal, {
      'internet-account': {},
      [`user/${foreign}`]: {},
      'user/999999999': {},
      'internet-account/stat-payments': { limit: 1000 },
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['internet-account']);
    expect(headers['x-refused-parts']).toBe(`user/${foreign}, user/999999999, internet-account/stat-payments`);
  });

  test.each([
    ['unknown/path', 'unknown/path'],
    ['payment/sbp', 'payment/sbp'],
    ['default/index', 'default/index'],
    ['user/change-program', 'user/change-program'],
    ['user/list/', 'user/list/'],
    ['../user/list', '../user/list'],
    ['user/1?x=1', 'user/1?x=1'],
    ['constructor', 'constructor'],
    ['', ''],
    ['два, три\n', '%D0%B4%D0%B2%D0%B0%2C%20%D1%82%D1%80%D0%B8%0A'],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('answers the others beside the key «%s», which names no read, and names it', async (key, named) => {
    const portal = await readingPortal();
    const { status, body, headers } = await batch(portal, { 'internet-account': {}, [key]: {} });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['internet-account']);
    expect(headers['x-refused-parts']).toBe(named);
  });

  test('refuses a key that would reach into an object’s prototype', async () => {
    const portal = await readingPortal();
    for (const payload of ['{"__proto__": {}}', '{"user/list": {}, "__proto__": {"user/list": {}}}']) {
      const reply = await portal.inject({
        method: 'POST',
        url: '/api/v2/default/index',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await portal.tokenOf(100_001)}` },
        payload,
      });
      expect(reply.json()).toMatchObject({ status: 400, code: 'unreadable' });
    }
  });

  test('refuses more than forty keys', async () => {
    const portal = await readingPortal();
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, id) => [`user/${id + 1}`, {}]));
    expect((await batch(portal, many)).status).toBe(422);
  });

  test('gives a guest what is open to guests', async () => {
    const portal = await readingPortal();
    const { body, headers } = await batch(portal, { 'support/get-cont': {}, 'internet-account': {} }, 'guest');
    expect(Object.keys(body)).toEqual(['support/get-cont']);
    expect(headers['x-refused-parts']).toBe('internet-account');
    expect((await portal.send(index, { body: {} })).status).toBe(401);
  });

  test('uses one snapshot: a write between two parts is visible in neither', async () => {
    const portal = await testPortal();
    await portal.tokenOf(100_001);
    const before = await batch(portal, HOME);
    // A lock delays the second part until a payment has been written.
    const holder = await portal.pool.connect();
    await holder.query('begin; lock table message in access exclusive mode');
    const { 'notice/get-messages': held, 'internet-account': first, ...rest } = HOME;
    const reading = batch(portal, { 'internet-account': first, 'notice/get-messages': held, ...rest });
    await waiting(portal);
    await portal.pool.query(`
      with made as (
        insert into ledger_transaction (kind, reference, day, happened_at)
        values ('payment', 'between', '2026-11-20', '2026-11-20T10:05:00Z') returning transaction_id
      )
      insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, method)
      select transaction_id, account_id, case kind when 'i' then 100 else -100 end, '2026-11-20',
        '2026-11-20T10:05:00Z', 'Пополнение', 'cash'
      from made, account where (kind = 'i' and contract_id = 100001) or kind = 'cash'`);
    await holder.query('commit');
    holder.release();
    expect((await reading).body).toEqual(before.body);
    expect((await batch(portal, HOME)).body).not.toEqual(before.body);
  });

  test('fails as a whole when a part throws', async () => {
    const portal = await testPortal();
    await portal.tokenOf(100_001);
    await portal.pool.query('alter table message rename to message_away');
    const reply = await portal.inject({
      method: 'POST',
      url: '/api/v2/default/index',
      headers: { authorization: `Bearer ${await portal.tokenOf(100_001)}` },
      payload: HOME,
    });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toMatchObject({ code: 'unexpected' });
  });
});

/** Waits until some statement waits for a lock. */
async function waiting(portal: TestPortal): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await portal.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await pause(10);
  }
  throw new Error('Nothing waits for a lock');
}

describe('the town', () => {
  const from = async (portal: TestPortal, call: typeof getTown | typeof getIp, remoteAddress: string) =>
    (await portal.inject({ method: 'GET', url: `/api${call.path}`, remoteAddress })).json<Record<string, unknown>>();

  test.each([
    ['10.63.1.2', 'Самара', false],
    ['::ffff:10.63.1.2', 'Самара', false],
    ['10.84.0.1', 'Тольятти', false],
    ['8.8.8.8', 'Тольятти', true],
    ['2a00::1', 'Тольятти', true],
  ])('of %s is %s', async (address, town, is_default) => {
    const portal = await readingPortal();
    expect(await from(portal, getTown, address)).toMatchObject({ town, is_default });
  });

  test('is that of the narrowest range, with its phones in order', async () => {
    const portal = await testPortal();
    await portal.pool.query(`
      insert into town_network (network, town_id) select '10.63.9.0/24', town_id from town where name = 'Жигулёвск'`);
    expect(await from(portal, getTown, '10.63.9.5')).toMatchObject({
      town: 'Жигулёвск',
      phones: [{ label: 'Поддержка в Жигулёвске' }, { label: 'Бесплатно по России' }],
    });
  });

  test('may be requested by anybody, and so may the address', async () => {
    const portal = await readingPortal();
    expect(await from(portal, getIp, '::ffff:10.63.1.2')).toEqual({ ip: '10.63.1.2', is_local: true });
    expect(await from(portal, getIp, '8.8.8.8')).toEqual({ ip: '8.8.8.8', is_local: false });
  });
});
