import { expect, test } from 'vitest';
import { readRefresh } from './cookies.rules.ts';

const sessionId = 'A'.repeat(22);
const secret = 'b'.repeat(43);

test('a refresh cookie is taken apart', () => {
  expect(readRefresh(`${sessionId}.${secret}`)).toEqual({ sessionId, secret });
});

test.each([
  undefined,
  '',
  '.',
  `${sessionId}.`,
  `.${secret}`,
  `${sessionId}.${secret}.x`,
  `${sessionId}${secret}`,
  `${sessionId}.${secret}=`,
])('%s is not one of ours', (value) => {
  expect(readRefresh(value)).toBeUndefined();
});
