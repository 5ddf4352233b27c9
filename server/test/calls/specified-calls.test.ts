import { expect, test } from 'vitest';
import { allCalls } from '@kabinet/contract';
import { SPECIFIED, specifiedOf } from '../../../scripts/lib/calls-seen.ts';

test('the specification has 83 calls, and the contract has each of them', () => {
  const ours = new Set(allCalls.map(({ method, path }) => `${method} ${path}`));
  expect(new Set(SPECIFIED).size).toBe(83);
  expect(SPECIFIED.filter((call) => !ours.has(call))).toEqual([]);
});

test.each([
  ['GET /v2/user/list', 'GET /v2/user/list'],
  ['GET /v2/user/17', 'GET /v2/user/{id}'],
  ['POST /v2/notice/volga-info', 'POST /v2/notice/{product}-info'],
  ['GET /v2/support/order/5', undefined],
])('%s was a call of %s', (seen, call) => expect(specifiedOf(seen)).toBe(call));
