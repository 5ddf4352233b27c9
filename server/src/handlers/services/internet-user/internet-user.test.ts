import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { unlock, autoAuth, enableAutoAuth, disableAutoAuth } = contract.internetUser;
const MINUTE = 60_000;

const serviceOf = async (portal: TestPortal, who: number, type = 'isg') =>
  (await portal.send(contract.user.list, {}, who)).body.find(({ user_type }) => user_type === type)!.user_id;

const block = (portal: TestPortal, userId: number, reason: string) =>
  portal.pool.query(
    `update service_user set state = 'blocked', reason = $2, state_since = '2026-11-20T08:00:00Z' where user_id = $1`,
    [userId, reason],
  );

const networkOf = (portal: TestPortal, userId: number) => portal.world.outside.network.read({ userId }, 'internet');

test('unlocks a locked login, the network lets it in, and a repeat succeeds, too', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_004);
  const first = await portal.send(unlock, { body: { user_id } }, 100_004);
  expect(first).toMatchObject({
    status: 200,
    body: { lifted: 'login_locked', state: 'active', reason: null, unlocks_left: 2 },
  });
  await portal.work();
  expect(await networkOf(portal, user_id)).toMatchObject({ access: 'open' });
  const again = await portal.send(unlock, { body: { user_id } }, 100_004);
  expect(again).toMatchObject({ status: 200, body: { lifted: null, state: 'active', unlocks_left: 2 } });
});

test('requests with one key unlock once', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_004);
  const send = () => portal.send(unlock, { body: { user_id } }, 100_004, { 'idempotency-key': 'open' });
  const [one, two] = await Promise.all([send(), send()]);
  expect(one.body).toEqual(two.body);
  expect(one.body).toMatchObject({ lifted: 'login_locked', unlocks_left: 2 });
});

test('ends a stuck session in the network and in the history; a newer one continues', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  await portal.pool.query('delete from internet_session where user_id = $1', [user_id]);
  const open = (startedAt: Date) =>
    portal.pool.query(
      `insert into internet_session (user_id, started_at, address, bytes_in, bytes_out) values ($1, $2, '10.0.0.1', 0, 0)`,
      [user_id, startedAt],
    );
  await open(new Date('2026-11-20T05:00:00Z'));
  await block(portal, user_id, 'session_stuck');
  const { body } = await portal.send(unlock, { body: { user_id } }, 100_001);
  expect(body).toMatchObject({ lifted: 'session_stuck', state: 'active' });
  portal.clock.advance(MINUTE);
  await open(portal.clock.now());
  await portal.work();
  const { rows } = await portal.pool.query<{ end_cause: string | null }>(
    'select end_cause from internet_session where user_id = $1 order by started_at',
    [user_id],
  );
  expect(rows).toEqual([{ end_cause: 'portal_request' }, { end_cause: null }]);
  expect(
    (await portal.pool.query('select from recorded_network.disconnect where user_id = $1', [user_id])).rowCount,
  ).toBe(1);
});

test('replaces a stale binding by the device seen now, and tells the network', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  await portal.pool.query(
    `update service_access set seen_mac = '02:aa:bb:cc:dd:ee', seen_at = '2026-11-20T10:00:00Z' where user_id = $1`,
    [user_id],
  );
  await block(portal, user_id, 'binding_stale');
  expect((await portal.send(unlock, { body: { user_id } }, 100_001)).body).toMatchObject({ lifted: 'binding_stale' });
  const params = { id: user_id };
  expect((await portal.send(autoAuth, { params }, 100_001)).body).toMatchObject({
    bound_mac: '02:aa:bb:cc:dd:ee',
    is_applied: false,
    control: { status: 'on_pending' },
  });
  await portal.work();
  expect((await portal.send(autoAuth, { params }, 100_001)).body).toMatchObject({ is_applied: true });
  expect(await networkOf(portal, user_id)).toMatchObject({ mac: '02:aa:bb:cc:dd:ee', access: 'open', version: 2 });
});

test('says when there is no device to bind, and counts no try', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  await portal.pool.query('delete from internet_session where user_id = $1', [user_id]);
  await block(portal, user_id, 'binding_stale');
  const refused = await portal.send(unlock, { body: { user_id } }, 100_001);
  expect(refused).toMatchObject({ status: 409, body: { code: 'change_not_allowed' } });
  expect(refused.body.message).toMatch(/не видит вашего устройства/);
  expect((await portal.send(autoAuth, { params: { id: user_id } }, 100_001)).body).toMatchObject({ unlocks_left: 3 });
});

test('on an account in debt the lock is lifted and the debt blocks the service', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_004);
  await portal.pool.query(
    `update account set debt_since = '2026-11-20T09:00:00Z'
     where account_id = (select account_id from service_user where user_id = $1)`,
    [user_id],
  );
  const { body } = await portal.send(unlock, { body: { user_id } }, 100_004);
  expect(body).toMatchObject({ lifted: 'login_locked', state: 'blocked', reason: 'debt' });
  await portal.work();
  expect(await networkOf(portal, user_id)).toMatchObject({ access: 'payment_page_only', restriction: 'debt' });
  const refused = await portal.send(unlock, { body: { user_id } }, 100_004);
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Пополните счёт') as string },
  });
});

test.each([
  ['schedule', /графиком доступа/],
  ['abuse', /вредная рассылка.*\+7/],
  ['operator', /закрыл провайдер.*\+7/],
  ['repair', /ремонт.*\+7/],
  ['debt', /Пополните счёт/],
] as const)('refuses to unlock a service blocked by «%s», with the way out', async (reason, says) => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  await block(portal, user_id, reason);
  const refused = await portal.send(unlock, { body: { user_id } }, 100_001);
  expect(refused).toMatchObject({ status: 409, body: { code: 'change_not_allowed' } });
  expect(refused.body.message).toMatch(says);
});

test('allows three an hour; the fourth says when to come back', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  const again = async () => {
    await block(portal, user_id, 'login_locked');
    return portal.send(unlock, { body: { user_id } }, 100_001);
  };
  for (const left of [2, 1, 0]) {
    expect(await again()).toMatchObject({ status: 200, body: { unlocks_left: left } });
    portal.clock.advance(10 * MINUTE);
  }
  const refused = await again();
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(refused.headers['retry-after']).toBe(String(30 * 60));
  expect(refused.body.message).toMatch(/через 30 минут/);
  expect((await portal.send(autoAuth, { params: { id: user_id } }, 100_001)).body).toMatchObject({
    unlocks_left: 0,
    unlock_from: '2026-11-20T11:05:00.000Z',
  });
  portal.clock.advance(30 * MINUTE);
  expect((await again()).status).toBe(200);
});

test('automatic authentication goes off, applied and on, as the network does', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  const before = (await portal.send(autoAuth, { params: { id: user_id } }, 100_001)).body;
  expect(before).toMatchObject({ is_on: true, is_applied: true, control: { status: 'on' } });
  expect(before.bound_mac).toMatch(/^02:/);

  const off = await portal.send(disableAutoAuth, { body: { user_id } }, 100_001);
  expect(off.body).toMatchObject({ is_on: false, is_applied: false, control: { status: 'off_pending' } });
  await portal.work();
  expect((await portal.send(autoAuth, { params: { id: user_id } }, 100_001)).body).toMatchObject({
    is_on: false,
    is_applied: true,
    control: { status: 'off', text: '' },
  });
  expect(await networkOf(portal, user_id)).toMatchObject({ autoAuth: false, version: 2 });
  // The repeat orders nothing more.
  expect((await portal.send(disableAutoAuth, { body: { user_id } }, 100_001)).body).toMatchObject({ is_applied: true });
  await portal.send(enableAutoAuth, { body: { user_id } }, 100_001);
  await portal.work();
  expect(await networkOf(portal, user_id)).toMatchObject({ autoAuth: true, version: 3 });
});

test('after on and off at once the network has the last setting, in one version', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  for (const call of [disableAutoAuth, enableAutoAuth, disableAutoAuth]) {
    expect((await portal.send(call, { body: { user_id } }, 100_001)).status).toBe(200);
  }
  await portal.work();
  expect(await networkOf(portal, user_id)).toMatchObject({ autoAuth: false, version: 4 });
  expect((await portal.send(autoAuth, { params: { id: user_id } }, 100_001)).body).toMatchObject({ is_applied: true });
});

test('while the network is away a change stays pending, and is applied when it is back', async () => {
  let isAway = true;
  const portal = await testPortal({
    throughOutside: (outside) => ({
      ...outside,
      network: {
        ...outside.network,
        apply: (state) => (isAway ? Promise.reject(new Error('no answer')) : outside.network.apply(state)),
      },
    }),
  });
  const user_id = await serviceOf(portal, 100_001);
  await portal.send(disableAutoAuth, { body: { user_id } }, 100_001);
  await portal.work();
  const state = async () => (await portal.send(autoAuth, { params: { id: user_id } }, 100_001)).body.control.status;
  expect(await state()).toBe('off_pending');
  isAway = false;
  portal.clock.advance(MINUTE);
  await portal.work();
  expect(await state()).toBe('off');
});

test.each(['tv', 'mail', 'sip'])('%s has no line, so automatic authentication is locked and refused', async (type) => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001, type);
  expect((await portal.send(autoAuth, { params: { id: user_id } }, 100_001)).body.control).toMatchObject({
    status: 'locked',
    text: expect.stringMatching(/[а-я]/) as string,
  });
  const refused = await portal.send(enableAutoAuth, { body: { user_id } }, 100_001);
  expect(refused).toMatchObject({ status: 409, body: { code: 'change_not_allowed' } });
});

test('a closed service cannot be switched', async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_001);
  await portal.pool.query(
    `update service_user set state = 'closed', closed_on = '2026-11-10' where user_id = ${user_id}`,
  );
  expect((await portal.send(disableAutoAuth, { body: { user_id } }, 100_001)).body.message).toBe('Услуга закрыта');
});

test("another subscriber's service is not found", async () => {
  const portal = await testPortal();
  const user_id = await serviceOf(portal, 100_004);
  for (const call of [unlock, enableAutoAuth, disableAutoAuth]) {
    expect((await portal.send(call, { body: { user_id } }, 100_001)).status).toBe(404);
  }
  expect((await portal.send(autoAuth, { params: { id: user_id } }, 100_001)).status).toBe(404);
});
