import { expect, test } from 'vitest';
import { base32, totpCodeOf, inGroups, isAppCode, keyUrl, stepAt, stepOf } from './totp.ts';

const KEY = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1; the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i of the epoch the code is %s', (second, code) => {
  expect(totpCodeOf(KEY, stepAt(new Date(second * 1000)))).toBe(code);
});

test('accepts the code of this half a minute and of the two around it, each once', () => {
  const now = new Date('2026-11-20T10:00:10Z');
  const step = stepAt(now);
  for (const offset of [-1, 0, 1]) expect(stepOf(KEY, totpCodeOf(KEY, step + offset), now, 0)).toBe(step + offset);
  for (const offset of [-2, 2]) expect(stepOf(KEY, totpCodeOf(KEY, step + offset), now, 0)).toBeUndefined();
  expect(stepOf(KEY, totpCodeOf(KEY, step), now, step)).toBeUndefined();
  expect(stepOf(KEY, totpCodeOf(KEY, step - 1), now, step)).toBeUndefined();
  // The last is as long as a code, but in letters of three bytes.
  for (const wrong of ['', '12345', '１２３４５６']) expect(stepOf(KEY, wrong, now, 0)).toBeUndefined();
});

test('writes a key in base32, as RFC 4648 does', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(inGroups('MZXW6YTBOI')).toBe('MZXW 6YTB OI');
});

test('names the provider and the contract to the app', () => {
  const url = new URL(keyUrl('MZXW6YTBOI', 'Волга Телеком', '100001'));
  expect(decodeURIComponent(url.pathname)).toContain('Волга Телеком:100001');
  expect(url.searchParams.get('secret')).toBe('MZXW6YTBOI');
  expect(url.searchParams.get('issuer')).toBe('Волга Телеком');
  expect(url.href).not.toContain('+');
});

test.each([
  ['123456', true],
  ['12345', false],
  ['k7mf2-xqd9h', false],
])('%s is a code of an app: %s', (typed, is) => {
  expect(isAppCode(typed)).toBe(is);
});
