import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { isDearer } from './rate.rules.ts';

/** Two roubles a minute. */
const WAS = { price: kopecks(2_00), connection: kopecks(50), unit_seconds: 60, free_seconds: 5 };

test.each([
  ['the same', {}, false],
  ['a minute that costs more', { price: 2_01 }, true],
  ['a minute that costs less', { price: 1_99 }, false],
  ['a dearer connection', { connection: 51 }, true],
  ['a cheaper connection', { connection: 49 }, false],
  ['fewer free seconds', { free_seconds: 4 }, true],
  ['more free seconds', { free_seconds: 6 }, false],
  ['thirty seconds for as much as they cost', { unit_seconds: 30, price: 1_00 }, false],
  ['thirty seconds for more', { unit_seconds: 30, price: 1_01 }, true],
  ['two minutes for the price of two: a short call pays for both', { unit_seconds: 120, price: 4_00 }, true],
  ['two minutes for the price of one', { unit_seconds: 120, price: 2_00 }, true],
])('%s', (_, will, dearer) => {
  expect(isDearer({ ...WAS, ...will } as typeof WAS, WAS)).toBe(dearer);
});
