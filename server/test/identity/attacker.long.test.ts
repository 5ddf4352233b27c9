import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { handlerOf } from '../../src/handlers/handler-of.ts';
import { openDatabase } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { buildApp, type AppOptions } from '#server/http/app.ts';
import { withoutTransaction, type Portal } from '#server/kernel/world.ts';
import { builtInOutside } from '#server/integrations/outside.ts';
import { notification } from '../portal/bank.ts';
import { PUBLIC_URL, readingPortal, SANDBOX_SECRET, testPortal, type TestPortal } from '../portal/portal.ts';

// Hostile input: each request is refused with an explanation, and never fails as a bug of ours.

const deep = (levels: number) => `{"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;

async function raw(portal: TestPortal, url: string, payload: string, headers: Record<string, string> = {}) {
  const reply = await portal.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await portal.tokenOf(100001)}`,
      ...headers,
    },
  });
  return { status: reply.statusCode, body: reply.json<{ code: string; message: string; errors?: unknown[] }>() };
}

/** The same portal with other settings. */
async function another(
  { world }: Pick<TestPortal, 'world'>,
  options: Partial<AppOptions> = {},
  handlers: Portal['handlerOf'] = handlerOf,
) {
  const app = await buildApp({ world, handlerOf: handlers, identify, isConfirmed }, { trustedProxies: [], ...options });
  onTestFinished(() => app.close());
  return app;
}

test.each([
  ['empty', ''],
  ['of 256 characters', 'k'.repeat(256)],
])('an idempotency key that is %s is refused, and nothing is done', async (_, key) => {
  const portal = await testPortal();
  const { rows } = await portal.pool.query<{ id: number }>(
    'select message_id as id from message where contract_id = 100001 limit 1',
  );
  const body = { id: rows[0]?.id ?? 1 };
  const answer = await portal.send(contract.notice.readMessage, { body }, 100001, { 'idempotency-key': key });
  expect(answer).toMatchObject({ status: 422, body: { code: 'bad_input' } });
  const { rowCount } = await portal.pool.query(
    'select from message_read where contract_id = 100001 and message_id = $1',
    [body.id],
  );
  expect(rowCount).toBe(0);
});

test('an idempotency key of 255 characters is valid, and belongs to its contract alone', async () => {
  const portal = await testPortal();
  const headers = { 'idempotency-key': 'k'.repeat(255) };
  const end = (who: number) => portal.send(contract.auth.endSession, { body: { others: true } }, who, headers);
  expect((await end(100001)).status).toBe(200);
  expect((await end(100001)).headers['idempotency-replayed']).toBe('true');
  const stranger = await end(100002);
  expect(stranger.status).toBe(200);
  expect(stranger.headers['idempotency-replayed']).toBeUndefined();
});

test('JSON a hundred thousand levels deep causes no internal error', async () => {
  const portal = await testPortal();
  const answer = await raw(portal, '/api/v2/plan/change', deep(100_000), { 'idempotency-key': 'deep' });
  expect(answer).toMatchObject({ status: 400, body: { code: 'unreadable' } });
});

test('refuses a character that no text of the database may hold', async () => {
  const portal = await testPortal();
  const signIn = (login: string, password: string) => portal.send(contract.auth.token, { body: { login, password } });
  const end = (session_id: string) => portal.send(contract.auth.endSession, { body: { session_id } }, 100001);
  const answers = [
    await signIn('a\u0000@b.example', 'x'),
    await signIn('100001', 'demo\u0000kabinet'),
    await signIn('100001', 'half of a \ud83d'),
    await end('\u0000'),
  ];
  for (const answer of answers) {
    expect.soft(answer).toMatchObject({ status: 422, body: { code: 'bad_input' } });
    expect.soft(answer.body.errors?.[0]?.message).toMatch(/Наберите его заново$/);
  }
  expect((await portal.inject({ url: '/sandbox/bank/%00' })).statusCode).toBe(404);
});

test.each([
  ['a program beyond 2^31', '/api/v2/internet-contract/program-info?programm_id=2147483648'],
  ['a month of the year 0', '/api/v2/internet-account/stat-services?period=0000-01'],
  ['a day of the year 9999', '/api/v2/internet-account/stat-charges?until=9999-12-31'],
  ['a cursor of the month 13', '/api/v2/internet-account/stat-total?cursor=2026-13'],
  ['a cursor of the year 0', '/api/v2/internet-account/stat-charges?cursor=0000-01-01.1'],
  ['a cursor of an impossible moment', '/api/v2/telephone-call/total?phone_number=78482003107&cursor=99999999999999.1'],
])('%s is a wrong field, not an internal error', async (_, url) => {
  const portal = await readingPortal();
  const reply = await portal.inject({ url, headers: { authorization: `Bearer ${await portal.tokenOf(100001)}` } });
  expect(reply.json()).toMatchObject({
    status: 422,
    code: 'bad_input',
    errors: [{ message: expect.stringMatching(/^[А-Я]/) as string }],
  });
});

test.each(['1e0', '+1', '01', '1.0'])('the service %s is not another spelling of the service 1', async (id) => {
  const portal = await readingPortal();
  const { rows } = await portal.pool.query<{ id: number }>(
    'select min(user_id) as id from service_user where contract_id = 100001',
  );
  const own = String(rows[0]?.id);
  const headers = { authorization: `Bearer ${await portal.tokenOf(100001)}` };
  const ask = async (spelt: string) => (await portal.inject({ url: `/api/v2/user/${spelt}`, headers })).statusCode;
  expect(await ask(own)).toBe(200);
  expect(await ask(id.replace('1', own))).toBe(422);
});

test('a value that passes the schemas and does not fit its column is refused and logged', async () => {
  const portal = await testPortal();
  const told: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) });
  const handler = () => portal.world.db.read((tx) => tx.one(sql`select ${'0000-01-01'}::date`));
  const app = await another({ world: { ...portal.world, log } }, {}, () => withoutTransaction(handler) as never);
  const reply = await app.inject({ url: '/api/v2/default/get-town' });
  expect(reply.json()).toMatchObject({ status: 422, code: 'bad_input' });
  expect(told.join()).toContain('a value does not fit its column: its schema lacks a bound');
});

test('the reply to a body of ten thousand wrong fields names a few of them', async () => {
  const portal = await readingPortal();
  const wanted = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
  const { status, body } = await raw(portal, '/api/v2/default/index', JSON.stringify(wanted));
  expect(status).toBe(422);
  expect(body.errors?.length).toBeLessThanOrEqual(40);
});

test('a body larger than 256 KiB is not read', async () => {
  const portal = await readingPortal();
  const { status, body } = await raw(portal, '/api/v2/plan/change', JSON.stringify({ x: 'x'.repeat(256 * 1024) }));
  expect({ status, code: body.code }).toEqual({ status: 413, code: 'too_large' });
});

test('an internal error reveals nothing about itself', async () => {
  const portal = await testPortal();
  await portal.pool.query('alter table message rename to gone');
  const reply = await portal.inject({
    url: '/api/v2/notice/get-messages',
    headers: { authorization: `Bearer ${await portal.tokenOf(100001)}` },
  });
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toMatch(/message"? does not exist|relation|select|stack|\.ts:|42P01/i);
  expect(reply.json()).toMatchObject({ code: 'unexpected', message: expect.stringMatching(/[а-я]/) as string });
});

test('the QR and the payment of another contract are not accessible', async () => {
  const portal = await testPortal();
  const mine = await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '100.00' } }, 100001);
  expect(mine.status).toBe(200);
  const query = { payment_id: mine.body.payment_id };
  const theirs = await portal.send(contract.payment.status, { query }, 100002);
  const batch = await portal.send(contract.byDefault.index, { body: { 'payment/status': query } }, 100002);
  expect(theirs.status).toBe(404);
  expect(batch.body).toEqual({});
});

test("a guest gets no subscriber's data through the batch", async () => {
  const portal = await testPortal();
  const wanted = { 'user/list': {}, 'internet-contract': {}, 'notice/get-messages': {}, 'auth/sessions': {} };
  const { status, body } = await portal.send(contract.byDefault.index, { body: wanted }, 'guest');
  expect({ status, body }).toEqual({ status: 200, body: {} });
});

test('a token known a moment ago gets nothing once its session has ended', async () => {
  const portal = await testPortal();
  const ask = async () =>
    portal.inject({
      method: 'POST',
      url: '/api/v2/default/index',
      payload: { 'internet-contract': {} },
      headers: { authorization: `Bearer ${await portal.tokenOf(100001)}` },
    });
  expect((await ask()).json()).toHaveProperty('internet-contract');
  expect((await ask()).json()).toHaveProperty('internet-contract');
  await portal.pool.query('update session set ended_at = now(), end_reason = $1 where contract_id = 100001', [
    'signed_out',
  ]);
  for (const reply of [await ask(), await ask()]) {
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ code: 'unauthorized' });
    expect(reply.body).not.toContain('internet-contract');
  }
});

test('R-22: a known caller over the rate limit costs PostgreSQL nothing more', async () => {
  const portal = await testPortal();
  const app = await another(portal, { burst: 3 });
  const headers = { authorization: `Bearer ${await portal.tokenOf(100001)}` };
  const ask = () => app.inject({ url: '/api/v2/internet-contract', headers });
  for (let hit = 0; hit < 3; hit += 1) expect((await ask()).statusCode).toBe(200);
  await portal.pool.query('alter table access_token rename to gone');
  expect((await ask()).statusCode).toBe(429);
});

test('a read that has to be retried is counted once, and returns the same', async () => {
  const portal = await testPortal();
  const app = await another(portal, { burst: 3 });
  const headers = { authorization: `Bearer ${await portal.tokenOf(100002)}` };
  const payload = { 'promised-payment/in-debt': {}, 'internet-account': {} };
  const ask = () => app.inject({ method: 'POST', url: '/api/v2/default/index', payload, headers });
  const looks = [await ask(), await ask(), await ask()];
  expect(looks.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(looks.map(({ body }) => body)).size).toBe(1);
  expect(looks[0]?.json()).toMatchObject({ 'promised-payment/in-debt': [{}, {}] });
  expect((await ask()).statusCode).toBe(429);
});

test('R-23: a forwarded value that is not an address is ignored', async () => {
  const portal = await testPortal();
  const app = await another(portal, { trustedProxies: ['127.0.0.1'] });
  for (const [forwarded, ip] of [
    ['"><script>', '127.0.0.1'],
    ['95.24.10.7:5312', '127.0.0.1'],
    ['95.24.10.7', '95.24.10.7'],
  ]) {
    const reply = await app.inject({ url: '/api/v2/default/get-ip', headers: { 'x-forwarded-for': forwarded } });
    expect(reply.json()).toMatchObject({ ip });
  }
  const local = await app.inject({ url: '/api/v2/default/get-ip', remoteAddress: 'fe80::1%eth0' });
  expect(local.json()).toMatchObject({ ip: 'fe80::1' });
});

test('a guest who disconnects leaves nothing behind', async () => {
  const portal = await testPortal();
  const guest = () => portal.send(contract.auth.token, { body: { grant: 'guest' } });
  await guest();
  portal.clock.advance(31 * 60_000);
  await guest();
  await cleanUp(portal.world);
  const { rows } = await portal.pool.query("select session_id from session where kind = 'guest'");
  expect(rows).toHaveLength(1);
});

test('R-22: requests that cost work are counted under any spelling of their address', async () => {
  const app = await another(await testPortal(), { burst: 3 });
  const statuses = [];
  for (const url of ['/api/docs', '/%61pi/v2/openapi.json', '/api/v2/no/such/call', '/sandbox/bank/AD00']) {
    statuses.push((await app.inject({ url })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 404, 429]);
});

test('play money is not accepted with a provider’s own data', async () => {
  const { world } = await testPortal();
  const outside = builtInOutside({
    db: world.db,
    isDemo: false,
    publicUrl: PUBLIC_URL,
    secret: SANDBOX_SECRET,
    serviceKey: '5e'.repeat(32),
    mailFolder: '',
  });
  const app = await another({ world: { ...world, outside } });
  expect((await app.inject({ url: '/sandbox/bank/AD00' })).statusCode).toBe(404);
  const { body, headers } = notification({ qrId: 'AD00', amount: 100_00 });
  for (const url of ['/gateway/sandbox', '/gateway/absent']) {
    const reply = await app.inject({ method: 'POST', url, headers, payload: body });
    expect.soft(reply.statusCode, url).toBeGreaterThanOrEqual(400);
  }
});

test('replies about a client are never cached, the town for an hour', async () => {
  const portal = await readingPortal();
  const mine = await portal.send(contract.internetAccount.get, {}, 100001);
  const town = await portal.send(contract.byDefault.getTown, {});
  const refused = await portal.send(contract.internetAccount.get, {});
  expect([mine, town, refused].map(({ headers }) => headers['cache-control'])).toEqual([
    'no-store',
    'private, max-age=3600',
    'no-store',
  ]);
});

test('a portal that is stopping, or has no database, is alive and not ready', async () => {
  const portal = await testPortal();
  const stopping = await another(portal, { drain: () => 'unready' });
  const away = openDatabase('postgres://127.0.0.1:1/none', { patience: 500 });
  const without = await another({ world: { ...portal.world, db: away } });
  const ready = await another(portal);
  const told = async (app: typeof ready) =>
    Promise.all(['/livez', '/readyz'].map(async (url) => (await app.inject({ url })).statusCode));
  expect(await Promise.all([ready, stopping, without].map(told))).toEqual([
    [200, 200],
    [200, 503],
    [200, 503],
  ]);
  await away.close();
});
