import { describe, expect, test } from 'vitest';
import { allCalls, contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { pino } from 'pino';
import { testPortal } from '../../../test/portal/portal.ts';
import { callAt } from './call-at.ts';

const { notice, user } = contract;

const addressOf = ({ path }: Call): string => `/api${path}`;

describe('the call at an address', () => {
  test('each call is at its own, with its parameters', () => {
    for (const call of allCalls) {
      const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
      const path = `/api${call.path.replace(/\{\w+\}/g, '17')}`;
      expect(callAt(call.method, path), path).toEqual({
        call,
        params: Object.fromEntries(names.map((name) => [name, '17'])),
      });
    }
  });

  test('a literal one wins', () => {
    expect(callAt('GET', addressOf(user.list))?.call).toBe(user.list);
    expect(callAt('GET', '/api/v2/user/17')?.call).toBe(user.get);
  });

  test('HEAD is GET; another method, a part or more than the address is nothing', () => {
    const path = addressOf(user.list);
    expect(callAt('HEAD', path)?.call).toBe(user.list);
    for (const [method, other] of [
      ['PUT', path],
      ['DELETE', path],
      ['GET', `${path}/`],
      ['GET', `/somewhere${path}`],
      ['GET', `${path}/17/18`],
      ['GET', path.toUpperCase()],
      ['GET', '/api/v2/notice/tv'],
      ['GET', '/api/v2/__proto__'],
      ['GET', ''],
    ] as const) {
      expect(callAt(method, other), other).toBeUndefined();
    }
  });

  test('a parameter may be a part of a segment, but never several segments', () => {
    const about = addressOf(notice.productInfo);
    expect(callAt(notice.productInfo.method, about.replace('{product}', 'tv'))?.params).toEqual({ product: 'tv' });
    expect(callAt(notice.productInfo.method, about.replace('{product}', 'a/b'))).toBeUndefined();
  });
});

test('over HTTP: parameters are decoded, a long one is too long, and the log names the route of the call', async () => {
  const lines: { route?: string; status?: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as object) });
  const portal = await testPortal({ log });
  const authorization = `Bearer ${await portal.tokenOf(100_001)}`;
  const statusOf = async (method: 'GET' | 'HEAD' | 'PUT', url: string) =>
    (await portal.inject({ method, url, headers: { authorization } })).statusCode;
  const { body } = await portal.send(user.list, {}, 100_001);
  const id = String(body[0]?.user_id);
  lines.length = 0;
  expect(await statusOf('GET', `/api/v2/user/${id}`)).toBe(200);
  expect(await statusOf('HEAD', `/api/v2/user/%3${id.slice(0, 1)}${id.slice(1)}`)).toBe(200);
  expect(await statusOf('GET', `/api/v2/user/${'1'.repeat(101)}`)).toBe(414);
  expect(await statusOf('GET', '/api/v2/user/1%2F2')).toBe(422);
  expect(await statusOf('PUT', `/api/v2/user/${id}`)).toBe(404);
  const told = lines.filter(({ status }) => status !== undefined).map(({ route, status }) => [route, status]);
  expect(told).toEqual([
    ['/api/v2/user/:id', 200],
    ['/api/v2/user/:id', 200],
    ['/api/v2/user/:id', 414],
    ['/api/v2/user/:id', 422],
  ]);
});
