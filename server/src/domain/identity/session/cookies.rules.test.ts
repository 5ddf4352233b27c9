import { expect, test } from 'vitest';
import { deviceCookies, readDevice, readPageSecret, readRefresh, sessionCookies } from './cookies.rules.ts';

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

test('cookies live as long as their secrets; the mark of a session is eight of its signs', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const pass = {
    accessToken: 't',
    accessUntil: at(600),
    refresh: { sessionId: 'abcdefghij', secret },
    sessionUntil: at(9000),
    pageSecret: secret,
  };
  expect(sessionCookies(pass, now).map((cookie) => cookie.split('; Path')[0])).toEqual([
    'ilkat=t; Max-Age=600',
    `__Secure-kabinet=abcdefghij.${secret}; Max-Age=9000`,
    'kabinet-session=abcdefgh; Max-Age=9000',
    `__Secure-signed-in=${secret}; Max-Age=9000`,
  ]);
  expect(deviceCookies(secret)[0]).toContain('; Max-Age=31536000;');
  expect(readPageSecret(`a=b; __Secure-signed-in=${secret}; c=d`)).toBe(secret);
  expect(readPageSecret('__Secure-signed-in=1')).toBeUndefined();
  expect(readPageSecret(undefined)).toBeUndefined();
});
