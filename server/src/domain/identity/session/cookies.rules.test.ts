import { expect, test } from 'vitest';
import { deviceCookies, readDevice, readRefresh } from './cookies.rules.ts';

const sessionId = 'A'.repeat(22);
const secret = 'b'.repeat(43);

test('parses a refresh cookie', () => {
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
])('refuses %s', (value) => {
  expect(readRefresh(value)).toBeUndefined();
});

test('finds the device among other cookies, and ignores a made-up one', () => {
  const [signIn = '', recovery = ''] = deviceCookies(secret);
  const [pair = ''] = signIn.split(';');
  expect(signIn).toContain('Path=/api/v2/auth/token;');
  expect(recovery).toContain('Path=/api/v2/recovery;');
  expect(readDevice(pair)).toBe(secret);
  expect(readDevice(`ilkat=x; ${pair}; a=b`)).toBe(secret);
  expect(readDevice(`x${pair}`)).toBeUndefined();
  expect(readDevice(`${pair}=`)).toBeUndefined();
  expect(readDevice(undefined)).toBeUndefined();
});
