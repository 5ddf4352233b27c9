import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { handlerOf } from '#server/handlers/handler-of.ts';
import { addClient } from '../../../test/portal/client.ts';
import { callGate, TERMINAL, told } from '../../../test/portal/payment-agents.ts';
import { testPortal } from '../../../test/portal/portal.ts';
import { buildApp } from '../app.ts';
import { registerOverload } from './overload.ts';

/** More than a process lets in at first. */
const CROWD = 560;

test('of a crowd that comes at once, whoever could not be answered in time is told when to come; afterwards all is as before', async () => {
  const portal = await testPortal();
  const town = () => portal.inject({ url: '/api/v2/default/get-town' });
  expect((await town()).statusCode).toBe(200);
  const crowd = Array.from({ length: CROWD }, town);
  // Money, sign-in and health are not kept waiting at the door.
  const beside = [
    portal.inject({ url: '/livez' }),
    portal.inject({ url: '/gateway/osmp?command=check' }),
    portal.inject({ url: '/api/v2/payment/sbp?p=i&amount=100.00' }),
    portal.inject({ method: 'POST', url: '/api/v2/promised-payment' }),
    portal.inject({ method: 'POST', url: '/api/v2/auth/token', payload: { login: 'nobody', password: 'nothing' } }),
  ];
  const replies = await Promise.all(crowd);
  const refused = replies.filter(({ statusCode }) => statusCode === 503);
  expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBe(CROWD - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers['retry-after']).toBe('5');
  expect(refused[0]?.json()).toMatchObject({ code: 'overloaded', request_id: expect.any(String) as string });
  expect((await Promise.all(beside)).map(({ statusCode }) => statusCode)).not.toContain(503);
  expect((await town()).statusCode).toBe(200);
});

test('a terminal pays and a subscriber signs in while changes hold all connections that they may have', async () => {
  const portal = await testPortal({ template: 'empty' });
  const { world } = portal;
  await addClient(world);
  const app = await buildApp(
    { world, handlerOf, identify, isConfirmed },
    { trustedProxies: [], burst: 50, agents: TERMINAL },
  );
  onTestFinished(() => app.close());
  const slow = Array.from({ length: 10 }, () => world.db.write((tx) => tx.run(sql`select pg_sleep(3)`)));
  let areOver = false;
  const ended = Promise.allSettled(slow).then(() => (areOver = true));
  const payment = { command: 'pay', txn_id: '1', account: '200001i', sum: '10.00', txn_date: '20261120140500' };
  const [paid, entered] = await Promise.all([
    callGate({ ...portal, inject: (request) => app.inject(request) }, payment),
    app.inject({ method: 'POST', url: '/api/v2/auth/token', payload: { login: '400001', password: 'Не тот пароль' } }),
  ]);
  expect([told(paid.xml, 'result'), entered.statusCode]).toEqual(['0', 401]);
  expect(areOver).toBe(false);
  await ended;
});

test('whoever goes away before his reply leaves room for others', async () => {
  const app = fastify();
  registerOverload(app);
  let asked = 0;
  let isSlow = true;
  app.get('/api/slow', async () => {
    asked += 1;
    if (isSlow) await new Promise(() => undefined);
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const sockets = await Promise.all(
    Array.from({ length: CROWD }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write('GET /api/slow HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
      return socket;
    }),
  );
  const status = async () => (await fetch(`http://127.0.0.1:${port}/api/slow`)).status;
  await expect.poll(() => asked).toBe(300);
  isSlow = false;
  expect(await status()).toBe(503);
  for (const socket of sockets) socket.destroy();
  await expect.poll(status).toBe(200);
  app.server.closeAllConnections();
  await app.close();
});

test('bodies that come slowly take no place from others', async () => {
  const app = fastify();
  registerOverload(app);
  app.post('/api/change', () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (let slow = 0; slow < CROWD; slow += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST /api/change HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
  }
  const { status } = await fetch(`http://127.0.0.1:${port}/api/change`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
  app.server.closeAllConnections();
  await app.close();
});
