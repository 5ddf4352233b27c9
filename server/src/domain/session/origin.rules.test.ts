import { expect, test } from 'vitest';
import { safeReturn, whence } from './origin.rules.ts';

const OWN = 'https://lk.example.ru';

test.each([
  [OWN, undefined, 'own'],
  [OWN, 'same-origin', 'own'],
  [undefined, 'same-origin', 'own'],
  // The proxy before us is known by another name than the public one; a browser's word is enough.
  ['http://127.0.0.1:8080', 'same-origin', 'own'],
  [undefined, undefined, 'unknown'],
  [undefined, 'none', 'unknown'],
  ['https://evil.example', undefined, 'foreign'],
  ['https://lk.example.ru.evil.example', undefined, 'foreign'],
  ['https://shop.example.ru', undefined, 'foreign'],
  ['http://lk.example.ru', undefined, 'foreign'],
  ['https://lk.example.ru:8443', undefined, 'foreign'],
  ['null', undefined, 'foreign'],
  [OWN, 'cross-site', 'foreign'],
  [undefined, 'cross-site', 'foreign'],
  [undefined, 'same-site', 'foreign'],
  ['', undefined, 'foreign'],
] as const)('Origin %s, Sec-Fetch-Site %s: %s', (origin, fetchSite, answer) => {
  expect(whence({ origin, fetchSite }, OWN)).toBe(answer);
});

test.each(['/lk/', '/lk/payment/i/629.00', '/lk/internet/17?tab=isg#top', '/lk/settings/security', '/lk/authors'])(
  '%s is a page to come back to',
  (path) => {
    expect(safeReturn(path)).toBe(path);
  },
);

test.each([
  'https://evil.example/lk/',
  '//evil.example/lk/',
  '/\\evil.example/lk/',
  '\\\\evil.example',
  '/lk/..//evil.example',
  '/lk/../admin',
  '/lk/%2e%2e/admin',
  '/lk',
  '/lkx/',
  '/api/v2/auth/token',
  'javascript:alert(1)',
  '/lk/\t/evil',
  ' /lk/',
  '/lk/auth',
  '/lk/auth/logout',
  '/lk/logout?x=1',
  '/lk/x/../logout',
  '',
  undefined,
  ['/lk/', '/lk/'],
])('%s is dropped', (wanted) => {
  expect(safeReturn(wanted)).toBeUndefined();
});
