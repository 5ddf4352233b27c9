import { expect, test } from 'vitest';
import { compile } from '../call/route-pattern.ts';
import { isPage } from './pages.ts';

test.each([
  ['/', true],
  ['/welcome', true],
  ['/internet/17', true],
  ['/internet/17/isg/2026-11', true],
  ['/speed-test/volga', true],
  ['/speed-test/lena', false],
  ['/volga-online', true],
  ['/lena-online', false],
  ['/payment/i', true],
  ['/payment/x', false],
  ['/payment/t/150,50', true],
  ['/payment/t/1e3', false],
  ['/payments-history/t', true],
  ['/settings/security', true],
  ['/settings/', true],
  ['/settings/security/more', false],
  ['/nothing', false],
])('%s is a page: %s', (path, is) => {
  expect(isPage(path, 'volga')).toBe(is);
});

test('parameters of an address are decoded; absent ones are undefined', () => {
  expect(compile('/:welcome(welcome)?')('/')).toEqual({ welcome: undefined });
  expect(compile('/settings/:part')('/settings/a%20b')).toEqual({ part: 'a b' });
  expect(compile('/settings/:part')('/settings/%E0%A4%A')).toEqual({ part: '%E0%A4%A' });
  expect(compile('/a/:x/:y(1|2)?')('/a/b')).toEqual({ x: 'b', y: undefined });
  expect(compile('/a/:x/:y(1|2)?')('/a/b/2')).toEqual({ x: 'b', y: '2' });
  expect(compile('/a/:x/:y(1|2)?')('/a/b/3')).toBeUndefined();
});
