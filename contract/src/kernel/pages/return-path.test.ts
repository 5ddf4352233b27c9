import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each([
  ['/payment/i/629', '/payment/i/629'],
  ['/lk/payment/i/629.00', '/payment/i/629.00'],
  ['/lk/internet/17?tab=isg#top', '/internet/17?tab=isg#top'],
  ['/lk/support/a?next=%2F%2Fshop', '/support/a?next=%2F%2Fshop'],
  ['/lk/authors', '/authors'],
  ['/lk', '/'],
  ['/lk/', '/'],
  ['/lk?tab=x', '/?tab=x'],
  ['/lkx/', '/lkx/'],
  ['/', '/'],
])('%s returns to %s', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path);
});

test.each([
  'https://evil.example/lk/',
  '//evil.example/lk/',
  '/\\evil.example/lk/',
  '\\\\evil.example',
  '/lk//evil.example',
  '/lk/\\evil.example',
  '/%2Fevil.example',
  '/lk/%2F%2Fevil.example',
  '/lk/%5Cevil.example',
  '/lk/%5c%5cevil.example',
  '/lk/..//evil.example',
  '/lk/../admin',
  '/lk/%2e%2e/admin',
  '/lk/x/..',
  '/lk/.',
  '/lk/%zz',
  'javascript:alert(1)',
  'payment/i',
  '/lk/\t/evil',
  '/lk/%09/evil',
  ' /lk/',
  '/auth',
  '/lk/auth',
  '/lk/auth/logout',
  '/lk/logout?x=1',
  '/lk/%6cogout',
  '/lk/x/../logout',
  '/lk/login?return=/lk/login',
  '',
  undefined,
  ['/lk/', '/lk/'],
])('refuses %s as a page to return to', (wanted) => {
  expect(returnPath(wanted)).toBeUndefined();
});
