import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Portal } from '#server/kernel/world.ts';
import { contract } from '@kabinet/contract';
import { tokenCache } from '#server/kernel/token-cache.ts';
import { bearerTokenOf } from './api.ts';
import { registerProblems } from './problems.ts';
import { contentPolicy } from './headers.ts';
import { registerRefusals } from './refusals.ts';
import { registerSecurity } from './security.ts';

const BURST = 5;

/**
 * A server with one call. A token that begins with a contract number belongs to that contract; any other is invalid.
 */
function server() {
  const app = fastify();
  onTestFinished(() => app.close());
  registerProblems(app);
  registerRefusals(app);
  const portal = registerSecurity(app, {} as Portal, { burst: BURST });
  app.get('/api/v2/any', { config: { call: '/v2/any' } }, (request, reply) => {
    const token = bearerTokenOf(request) ?? '';
    const contractId = Number.parseInt(token);
    if (!(contractId > 0)) return reply.status(token === '' ? 200 : 401).send({});
    const caller = { sessionId: token, contractId };
    tokenCache(portal).remember(token, caller);
    portal.checkRateLimit?.(caller, contract.internetAccount.get, {});
    return {};
  });
  app.get('/lk/assets/x.js', () => 'x');
  app.get('/sandbox/bank/pay', (_, reply) =>
    reply.header('content-security-policy', contentPolicy({ 'form-action': "'none'" })).send('x'),
  );
  const ask = async (url: string, remoteAddress: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return app.inject({ url, remoteAddress, headers });
  };
  return { ask };
}

test('R-22: each address without a token has its own limit', async () => {
  const { ask } = server();
  for (let hit = 0; hit < BURST; hit += 1) expect((await ask('/api/v2/any', '10.0.0.1')).statusCode).toBe(200);
  const refused = await ask('/api/v2/any', '10.0.0.1');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('10');
  expect(refused.json()).toMatchObject({
    code: 'too_many_requests',
    message: expect.stringMatching(/[а-я]/) as string,
  });
  expect((await ask('/api/v2/any', '10.0.0.2')).statusCode).toBe(200);
});

test('the addresses of one IPv6 network share a limit', async () => {
  const { ask } = server();
  for (let hit = 0; hit < BURST; hit += 1) await ask('/api/v2/any', `2a00:1fa0:42:8::${hit}`);
  expect((await ask('/api/v2/any', '2a00:1fa0:42:8::ffff')).statusCode).toBe(429);
});

test('R-22: subscribers behind one address have separate limits, and tokens of one subscriber share one', async () => {
  const { ask } = server();
  for (let hit = 0; hit < BURST; hit += 1) {
    expect((await ask('/api/v2/any', '10.0.0.1', `1-${hit}`)).statusCode).toBe(200);
    expect((await ask('/api/v2/any', '10.0.0.1', `2-${hit}`)).statusCode).toBe(200);
  }
  expect((await ask('/api/v2/any', '10.0.0.9', '1-last')).statusCode).toBe(429);
  expect((await ask('/api/v2/any', '10.0.0.1', '3-x')).statusCode).toBe(200);
});

test('R-22: a request with a made-up token counts against the address like one without a token', async () => {
  const { ask } = server();
  const statuses = [];
  for (let hit = 0; hit < BURST; hit += 1)
    statuses.push((await ask('/api/v2/any', '10.0.0.1', `no-${hit}`)).statusCode);
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect((await ask('/api/v2/any', '10.0.0.1', 'no-more')).statusCode).toBe(429);
  expect((await ask('/api/v2/any', '10.0.0.1')).statusCode).toBe(429);
});

test('a known subscriber passes when strangers have used up the limit of the address', async () => {
  const { ask } = server();
  await ask('/api/v2/any', '10.0.0.1', '1-a');
  for (let hit = 0; hit < BURST * 2; hit += 1) await ask('/api/v2/any', '10.0.0.1', 'no');
  expect((await ask('/api/v2/any', '10.0.0.1', '1-a')).statusCode).toBe(200);
});

test('an IPv6 network of many /64 has a limit, too', async () => {
  const { ask } = server();
  const statuses = [];
  for (let hit = 0; hit <= BURST * 10; hit += 1) {
    statuses.push((await ask('/api/v2/any', `2a00:1fa0:42:${(hit * 256).toString(16)}::1`)).statusCode);
  }
  expect(statuses.at(-2)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});

test('files are not limited, and every reply has the headers', async () => {
  const { ask } = server();
  for (let hit = 0; hit < BURST * 3; hit += 1) await ask('/lk/assets/x.js', '10.0.0.1');
  const file = await ask('/lk/assets/x.js', '10.0.0.1');
  expect(file.statusCode).toBe(200);
  for (const reply of [file, await ask('/none', '10.0.0.1')]) {
    expect(reply.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'; ") as string,
      'strict-transport-security': expect.stringMatching(/^max-age=31536000/) as string,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/./) as string,
    });
  }
});

test('a page may have its own policy', async () => {
  const { ask } = server();
  const policy = (await ask('/sandbox/bank/pay', '10.0.0.1')).headers['content-security-policy'];
  expect(policy).toContain("form-action 'none'");
  expect(policy).toContain("object-src 'none'");
});
