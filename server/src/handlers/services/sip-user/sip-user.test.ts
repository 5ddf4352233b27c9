import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { spendingChanged } from '#server/domain/services/spending/spending-changed.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { sipUser } = contract;
const WHO = 100_005;

const lineOf = async (portal: TestPortal, who = WHO) =>
  (await portal.send(contract.user.list, { query: { user_type: 'sip' } }, who)).body[0]!;

const shown = async (portal: TestPortal, user_id: number) =>
  (await portal.send(sipUser.get, { params: { id: user_id } }, WHO)).body;

/** A call of the line, rated already. */
const spend = (portal: TestPortal, userId: number, kopecks: number, at = portal.clock.now()) =>
  portal.pool.query(
    `insert into call_record (linkedid, phone_number, direction, other_number, plan_id, period, started_at, zone, seconds, amount_kopecks)
     select gen_random_uuid()::text, login, 'out', '79270000000', plan_id, to_char($2::timestamptz at time zone 'Europe/Samara', 'YYYY-MM'),
       $2, 'mobile', 60, $3
     from service_user where user_id = $1`,
    [userId, at, kopecks],
  );

const messages = async (portal: TestPortal) =>
  (await portal.send(contract.notice.getMessages, {}, WHO)).body.map(({ title }) => title);

const recorded = async (portal: TestPortal, userId: number) => {
  await portal.work();
  const { rows } = await portal.pool.query<{ state: Record<string, unknown> }>(
    'select state from recorded_network.service where service = $1',
    [`user:${userId}`],
  );
  return rows[0]!.state;
};

test('shows server, login, telephones, limits and directions; abroad is closed at first', async () => {
  const portal = await testPortal();
  const { rows } = await portal.pool.query<{ id: string }>(
    `select user_id as id from service_user join sip.location on username = login where contract_id = ${WHO} limit 1`,
  );
  const line = await shown(portal, Number(rows[0]!.id));
  expect(line).toMatchObject({
    server: { domain: 'sip.volga-telecom.example', port: 5061, transport: 'tls' },
    is_applied: true,
    password: { control: { status: 'on' } },
    registrations: [{ address: '10.84.x.x' }],
    limits: {
      month: { limit: '500.00', warned_at: '400.00' },
      day: { limit: '200.00' },
      most: '10000.00',
      stopped: null,
    },
  });
  expect(line.directions.map(({ zone, is_open }) => [zone, is_open])).toEqual([
    ['local', true],
    ['mobile', true],
    ['intercity', true],
    ['near', false],
    ['europe', false],
    ['world', false],
    ['free', true],
  ]);
});

test('a new password is told once and kept as sealed digests; its link sets up a telephone once', async () => {
  const portal = await testPortal();
  const { user_id, login } = await lineOf(portal);
  const { status, body } = await portal.send(sipUser.newPassword, { body: { user_id } }, WHO);
  expect(status).toBe(200);
  expect(body).toMatchObject({ login, password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) as string });
  const everything = await portal.pool.query<{ line: string }>(
    `select payload::text as line from outbox_effect where payload is not null union all select detail::text from audit_event
     union all select body from message union all select encode(secret, 'escape') from service_secret`,
  );
  for (const { line } of everything.rows) expect(line).not.toContain(body.password);
  const { rows } = await portal.pool.query('select form from service_secret where user_id = $1', [user_id]);
  expect(rows).toEqual([{ form: 'digest' }]);
  expect(await messages(portal)).toContain('Пароль услуги изменён');
  expect((await shown(portal, user_id)).registrations).toEqual([]);
  expect(
    (await portal.send(contract.user.changePassword, { body: { user_id, password: body.password } }, WHO)).status,
  ).toBe(200);

  const url = new URL(body.setup_url).pathname;
  const first = await portal.inject({ method: 'GET', url });
  expect(first.statusCode).toBe(200);
  expect(first.body).toContain(`sip:${login}@sip.volga-telecom.example`);
  expect(first.body).toMatch(/name="ha1" overwrite="true">[\da-f]{32}</);
  expect(first.body).not.toContain(body.password);
  expect((await portal.inject({ method: 'GET', url })).statusCode).toBe(410);
});

test('a link of a password is void after five minutes', async () => {
  const portal = await testPortal();
  const { user_id } = await lineOf(portal);
  const { body } = await portal.send(sipUser.newPassword, { body: { user_id } }, WHO);
  portal.clock.advance(5 * 60_000);
  expect((await portal.inject({ method: 'GET', url: new URL(body.setup_url).pathname })).statusCode).toBe(410);
});

test('the exchange gets two digests, also of a password that was kept before', async () => {
  const told: (string | undefined)[] = [];
  const portal = await testPortal({
    throughOutside: (outside) => ({
      ...outside,
      network: {
        ...outside.network,
        apply: (state, password) => {
          if (state.kind === 'sip') told.push(password);
          return outside.network.apply(state);
        },
      },
    }),
  });
  const { user_id } = await lineOf(portal);
  const sealed = portal.world.outside.vault.seal('Lesnaya-tropa-48', `service:${user_id}`);
  await portal.pool.query(`update service_secret set form = 'sealed', secret = $2 where user_id = $1`, [
    user_id,
    sealed,
  ]);
  await portal.send(sipUser.lowerLimits, { body: { user_id, month: '300', day: '100' } }, WHO);
  await portal.work();
  expect(told).toEqual([expect.stringMatching(/^[\da-f]{32}:[\da-f]{32}$/)]);
  const { rows } = await portal.pool.query('select form from service_secret where user_id = $1', [user_id]);
  expect(rows).toEqual([{ form: 'digest' }]);
});

test('ends a registration of the line, but no other', async () => {
  const portal = await testPortal();
  const { rows } = await portal.pool.query<{ user_id: string; id: string }>(
    `select user_id, id from service_user join sip.location on username = login where contract_id = ${WHO} order by 1`,
  );
  const [own, other] = rows.map((row) => ({ user_id: Number(row.user_id), registration_id: Number(row.id) }));
  const foreign = { user_id: own!.user_id, registration_id: other!.registration_id };
  expect((await portal.send(sipUser.endRegistration, { body: foreign }, WHO)).status).toBe(404);
  const ended = await portal.send(sipUser.endRegistration, { body: own! }, WHO);
  expect(ended.body.registrations).toEqual([]);
});

test('warns at four fifths of a limit, stops paid calls at the limit, and a higher limit starts them again', async () => {
  const portal = await testPortal();
  const { user_id } = await lineOf(portal);
  await portal.send(sipUser.lowerLimits, { body: { user_id, month: '100', day: '50' } }, WHO);
  await spend(portal, user_id, 4000);
  const near = await portal.send(sipUser.lowerLimits, { body: { user_id, month: '100', day: '50' } }, WHO);
  expect(near.body.limits?.stopped).toBeNull();
  expect(await messages(portal)).toContain('Лимит на звонки скоро кончится');
  await spend(portal, user_id, 1000);
  const over = await portal.send(sipUser.lowerLimits, { body: { user_id, month: '100', day: '50' } }, WHO);
  expect(over.body.limits).toMatchObject({ stopped: { by: 'day', until: '2026-11-20T20:00:00.000Z' } });
  expect(await recorded(portal, user_id)).toMatchObject({ noPaidCallsUntil: '2026-11-20T20:00:00.000Z' });
  expect((await messages(portal)).filter((title) => title === 'Лимит на звонки кончился')).toHaveLength(1);
  const raised = await portal.send(sipUser.raiseLimits, { body: { user_id, month: '100', day: '100' } }, WHO);
  expect(raised.body.limits?.stopped).toBeNull();
  expect(await recorded(portal, user_id)).toMatchObject({ noPaidCallsUntil: null });
  expect(await messages(portal)).toContain('Лимит на звонки повышен');
});

test('a line that the limits of the provider have stopped, or that opened a direction, follows the next limits of the provider', async () => {
  const portal = await testPortal();
  const { user_id, login } = await lineOf(portal);
  await spend(portal, user_id, 20_000);
  await portal.world.db.write((tx) => spendingChanged(tx, [login]));
  await portal.work();
  expect((await shown(portal, user_id)).limits?.stopped).toMatchObject({ by: 'day' });
  await portal.send(sipUser.openDirection, { body: { user_id, zone: 'europe' } }, WHO);
  Object.assign(portal.world.provider.sip!, { month_limit: kopecks(100_000), day_limit: kopecks(40_000) });
  portal.clock.advance(24 * 3_600_000);
  const limits = { month: { limit: '1000.00' }, day: { limit: '400.00' }, stopped: null };
  expect((await shown(portal, user_id)).limits).toMatchObject(limits);
  await portal.send(sipUser.lowerLimits, { body: { user_id, month: '700', day: '300' } }, WHO);
  Object.assign(portal.world.provider.sip!, { month_limit: kopecks(90_000), day_limit: kopecks(50_000) });
  await portal.send(sipUser.closeDirection, { body: { user_id, zone: 'europe' } }, WHO);
  expect((await shown(portal, user_id)).limits).toMatchObject({ month: { limit: '700.00' }, day: { limit: '300.00' } });
});

test('the limit of a day ends with the day, the one of a month with the month', async () => {
  const portal = await testPortal();
  const { user_id } = await lineOf(portal);
  await spend(portal, user_id, 5000);
  const body = { user_id, month: '50', day: '50' };
  const stopped = await portal.send(sipUser.lowerLimits, { body }, WHO);
  expect(stopped.body.limits?.stopped).toEqual({ by: 'month', until: '2026-11-30T20:00:00.000Z' });
  portal.clock.set(new Date('2026-11-30T20:00:01Z'));
  expect((await shown(portal, user_id)).limits).toMatchObject({ stopped: null, month: { spent: '0.00' } });
});

test('opens a direction for the exchange and closes it again, and tells the client', async () => {
  const portal = await testPortal();
  const { user_id } = await lineOf(portal);
  const body = { user_id, zone: 'europe' };
  const opened = await portal.send(sipUser.openDirection, { body }, WHO);
  expect(opened.body.directions.find(({ zone }) => zone === 'europe')?.is_open).toBe(true);
  expect((await recorded(portal, user_id))['closedZones']).toEqual(['hidden', 'near', 'world']);
  expect(await messages(portal)).toContain('Открыто направление звонков');
  await portal.send(sipUser.closeDirection, { body }, WHO);
  expect((await recorded(portal, user_id))['closedZones']).toEqual(['europe', 'hidden', 'near', 'world']);
  const { rows } = await portal.pool.query<{ kind: string }>(
    `select kind from audit_event where contract_id = ${WHO} and kind like 'sip%' order by kind`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(['sip_direction_closed', 'sip_direction_opened']);
});

test('opens a direction of some hours for just so long; opened anew, it closes later', async () => {
  const portal = await testPortal();
  const { user_id } = await lineOf(portal);
  const body = { user_id, zone: 'world' };
  const world = async () => (await shown(portal, user_id)).directions.find(({ zone }) => zone === 'world');
  expect(await world()).toMatchObject({ is_open: false, open_hours: 24, closes_at: null });
  const [now, day] = [portal.clock.now().getTime(), 24 * 3_600_000];
  const after = async (ms: number) => {
    portal.clock.set(new Date(now + ms));
    return (await recorded(portal, user_id))['closedZones'];
  };
  await portal.send(sipUser.openDirection, { body }, WHO);
  expect(await world()).toMatchObject({ is_open: true, closes_at: instant(new Date(now + day)) });
  const told = (await portal.send(contract.notice.getMessages, {}, WHO)).body.map(({ body: text }) => text).join();
  expect(told.replaceAll('\u00a0', ' ')).toMatch(/теперь можно звонить: Остальной мир, до 21 ноября, \d\d:\d\d/);
  const minutes = 4 * 60_000;
  expect(await after(minutes)).not.toContain('world');
  await portal.send(sipUser.closeDirection, { body }, WHO);
  expect(await world()).toMatchObject({ is_open: false, closes_at: null });
  expect(await after(minutes)).toContain('world');
  await portal.send(sipUser.openDirection, { body }, WHO);
  // The hours of the first time are forgotten.
  expect(await after(day + 1000)).not.toContain('world');
  expect(await after(day + minutes + 1000)).toContain('world');
  expect(await world()).toMatchObject({ is_open: false, closes_at: null });
});

test.each([
  [{ month: '0', day: '50' }, 422, 'Укажите лимит больше нуля'],
  [{ month: '50', day: '60' }, 422, 'Лимит на день не может быть больше лимита на месяц'],
  [{ month: '20000', day: '60' }, 422, 'Больше 10 000 ₽ в месяц ставит только поддержка'],
  [{ month: '600', day: '60' }, 409, 'Это выше нынешнего лимита. Чтобы поднять его, подтвердите паролем'],
])('refuses limits %o', async (limits, status, message) => {
  const portal = await testPortal();
  const { user_id } = await lineOf(portal);
  const refused = await portal.send(sipUser.lowerLimits, { body: { user_id, ...limits } }, WHO);
  expect([refused.status, refused.body.message?.replaceAll('\u00a0', ' ')]).toEqual([status, message]);
});

test('refuses directions that are open always or have no price, and services that are no SIP line', async () => {
  const portal = await testPortal();
  const { user_id } = await lineOf(portal);
  for (const [zone, status] of [
    ['mobile', 409],
    ['hidden', 422],
  ] as const)
    expect((await portal.send(sipUser.closeDirection, { body: { user_id, zone } }, WHO)).status).toBe(status);
  const users = await portal.send(contract.user.list, {}, WHO);
  const other = users.body.find(({ user_type }) => user_type === 'isg') ?? users.body[0]!;
  expect((await portal.send(sipUser.get, { params: { id: other.user_id } }, WHO)).status).toBe(409);
  expect((await portal.send(sipUser.newPassword, { body: { user_id: other.user_id } }, WHO)).status).toBe(409);
});

test('rating a call checks the limit of its line', async () => {
  const portal = await testPortal();
  const { user_id, login } = await lineOf(portal);
  await portal.send(sipUser.lowerLimits, { body: { user_id, month: '1', day: '1' } }, WHO);
  const { takeLegs } = await import('#server/domain/services/calls/intake.ts');
  const leg = { line: 2, uniqueid: 'x', sequence: 1, linkedid: 'x', payer: '', src: login, dst: '79271234567' };
  const zones = 'Europe/Samara';
  await portal.world.db.write((tx) =>
    takeLegs(
      tx,
      [{ ...leg, start: instant(new Date('2026-11-20T09:00:00Z')), billsec: 600, answered: true, isDoubtful: false }],
      zones,
      portal.clock.now(),
    ),
  );
  await portal.work();
  expect((await shown(portal, user_id)).limits?.stopped).toMatchObject({ by: 'month' });
});
