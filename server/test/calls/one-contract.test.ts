import { expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { handlerOf } from '../../src/handlers/handler-of.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { buildApp, type AppOptions } from '#server/http/app.ts';
import { holdAccounts, lockWaits } from '../database/locks.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

// What one contract may use, and what it leaves for others.

/** The same portal with the limits of production, or others. */
async function guarded({ world }: TestPortal, options: Partial<AppOptions> = {}) {
  const app = await buildApp({ world, handlerOf, identify, isConfirmed }, { trustedProxies: [], ...options });
  onTestFinished(() => app.close());
  return app;
}

/** The parts of the home screen's batch (web/src/features/home/home-data.ts). */
const HOME = {
  'internet-contract': {},
  'internet-account': {},
  telephone: {},
  'telephone-number/list': {},
  'user/list': {},
  'notice/get-messages': {},
  'support/get-orders': {},
  'internet-contract/program-arrears': {},
  'internet-account/stat-payments': { limit: 5 },
  'internet-account/stat-charges': { limit: 5 },
  'payment/expected-price': { p: 'i' },
  'promised-payment/in-debt': {},
};

type App = Awaited<ReturnType<typeof guarded>>;

const order = async (portal: TestPortal, app: App, who: number) =>
  app.inject({
    url: '/api/v2/payment/sbp?p=i&amount=100.00',
    headers: { authorization: `Bearer ${await portal.tokenOf(who)}`, 'sec-fetch-site': 'same-origin' },
  });

const look = async (portal: TestPortal, app: App, who: number) =>
  app.inject({
    method: 'POST',
    url: '/api/v2/default/index',
    payload: HOME,
    headers: { authorization: `Bearer ${await portal.tokenOf(who)}` },
  });

test('a portal whose connections are all in use is ready', async () => {
  const portal = await testPortal();
  const { pool, readingPool } = portal.world.db;
  const pools = [pool, readingPool].flatMap((one) => Array.from({ length: one.options.max }, () => one.connect()));
  const taken = await Promise.all(pools);
  try {
    expect((await portal.inject({ url: '/readyz' })).statusCode).toBe(200);
  } finally {
    for (const client of taken) client.release();
  }
});

test('thirty changes of one contract that wait for each other leave connections for others', async () => {
  const portal = await testPortal();
  const app = await guarded(portal);
  const letGo = await holdAccounts(portal, 100003);
  const changes = Array.from({ length: 30 }, () => order(portal, app, 100003));
  await expect.poll(() => lockWaits(portal), { timeout: 8000 }).toBe(5);
  expect((await look(portal, app, 100001)).statusCode).toBe(200);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(await lockWaits(portal)).toBe(5);
  await letGo();
  for (const { statusCode } of await Promise.all(changes)) expect(statusCode).toBe(200);
});

test('refuses with a retry what waits too long, or behind too many', async () => {
  const portal = await testPortal();
  const app = await guarded(portal, { turns: { running: 1, waiting: 1, patience: 200 } });
  const letGo = await holdAccounts(portal, 100003);
  const replies: Awaited<ReturnType<typeof order>>[] = [];
  const orders = Array.from({ length: 3 }, async () => replies.push(await order(portal, app, 100003)));
  await expect.poll(() => replies.length, { timeout: 8000 }).toBe(2);
  for (const reply of replies) {
    expect(reply.statusCode).toBe(429);
    expect(reply.headers['retry-after']).toBe('5');
    expect(reply.json()).toMatchObject({ code: 'too_many_requests' });
  }
  await letGo();
  await Promise.all(orders);
  expect(replies.at(-1)?.statusCode).toBe(200);
  expect((await order(portal, app, 100003)).statusCode).toBe(200);
});

test('answers twenty tabs that open the home screen at once', async () => {
  const portal = await testPortal();
  const app = await guarded(portal);
  const tabs = await Promise.all(Array.from({ length: 20 }, () => look(portal, app, 100001)));
  expect(tabs.map(({ statusCode }) => statusCode)).toEqual(tabs.map(() => 200));
});

test('R-22: a batch counts as its parts', async () => {
  const portal = await testPortal();
  const app = await guarded(portal);
  const parts = Object.fromEntries(Array.from({ length: 40 }, (_, id) => [`user/${id + 1}`, {}]));
  const ask = async () =>
    app.inject({
      method: 'POST',
      url: '/api/v2/default/index',
      payload: parts,
      headers: { authorization: `Bearer ${await portal.tokenOf(100001)}` },
    });
  for (let batch = 0; batch < 6; batch += 1) expect((await ask()).statusCode).toBe(200);
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('10');
  const other = await app.inject({
    url: contract.internetAccount.get.path.replace('/v2', '/api/v2'),
    headers: { authorization: `Bearer ${await portal.tokenOf(100002)}` },
  });
  expect(other.statusCode).toBe(200);
});
