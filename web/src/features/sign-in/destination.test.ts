import { expect, it } from 'vitest';
import { destination } from './destination.ts';

const to = (wanted: string): string => destination(`?return=${encodeURIComponent(wanted)}`);

it.each([
  ['/payment/i/629', '/payment/i/629'],
  ['/lk/payment/i/629', '/payment/i/629'],
  ['/lk/internet/17?tab=isg', '/internet/17?tab=isg'],
  ['/lk', '/'],
  ['/lk/', '/'],
])('%s leads back to %s', (wanted, path) => expect(to(wanted)).toBe(path));

it.each([
  'https://evil.example/',
  '//evil.example/lk/',
  '/\\evil.example',
  '/lk//evil.example',
  'javascript:alert(1)',
  '/lk/login?return=/lk/login',
  '/lk/logout',
  '/auth',
])('%s leads home', (wanted) => expect(to(wanted)).toBe('/'));

it('without a wish it leads home', () => expect(destination('')).toBe('/'));
