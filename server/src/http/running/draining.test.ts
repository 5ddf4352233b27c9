import { expect, test } from 'vitest';
import { handlerOf } from '../../handlers/handler-of.ts';
import { identify, isConfirmed } from '#server/domain/identity/session/session.queries.ts';
import { testPortal } from '../../../test/portal/portal.ts';
import { buildApp } from '../app.ts';
import type { DrainStage } from './draining.ts';

const BALANCER = { 'x-balancer': 'tries-next' };

async function ending() {
  const portal = await testPortal();
  const { world } = portal;
  const state: { drain: DrainStage } = { drain: 'none' };
  const app = await buildApp(
    { world, handlerOf, identify, isConfirmed },
    { trustedProxies: [], drain: () => state.drain, burst: 1000 },
  );
  const authorization = `Bearer ${await portal.tokenOf(100_001)}`;
  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string, headers: Record<string, string> = BALANCER) => {
    const payload = method === 'POST' ? { 'internet-account': {} } : undefined;
    const reply = await app.inject({
      method,
      url,
      headers: { authorization, ...headers },
      ...(payload && { payload }),
    });
    return [reply.statusCode, reply.headers.connection];
  };
  return { state, ask };
}

const READ = '/api/v2/internet-account';
const BATCH = '/api/v2/default/index';

test('a process that ends serves everything at first, and keeps no connection', async () => {
  const { state, ask } = await ending();
  expect(await ask('GET', READ)).toEqual([200, 'keep-alive']);
  state.drain = 'unready';
  expect(await ask('GET', READ)).toEqual([200, 'close']);
  expect(await ask('POST', BATCH)).toEqual([200, 'close']);
});

test('then it turns reads away, and carries changes out; only a balancer that tries the next process is told so', async () => {
  const { state, ask } = await ending();
  state.drain = 'leaving';
  expect(await ask('GET', READ)).toEqual([502, 'close']);
  expect(await ask('HEAD', READ)).toEqual([502, 'close']);
  expect(await ask('GET', '/lk/')).toEqual([502, 'close']);
  expect(await ask('POST', BATCH)).toEqual([200, 'close']);
  expect(await ask('GET', READ, {})).toEqual([200, 'close']);
  expect(await ask('GET', '/livez')).toEqual([200, 'close']);
  expect(await ask('GET', '/readyz')).toEqual([503, 'close']);
});
