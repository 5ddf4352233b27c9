import { expect, it } from 'vitest';
import { destination } from './destination.ts';

const to = (wanted: string): string => destination(`?return=${encodeURIComponent(wanted)}`);

it('leads to the requested page', () => {
  expect(to('/lk/payment/i/629')).toBe('/payment/i/629');
  expect(to('/payment/i/629')).toBe('/payment/i/629');
});

it('leads home from anything else', () => {
  expect(to('//evil.example/lk/')).toBe('/');
  expect(destination('')).toBe('/');
});
