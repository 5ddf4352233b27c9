import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { vatOn, vatWithin, vatWithinDays } from './vat.rules.ts';

const RATES = [
  { from: '2026-01-01' as Day, percent: 22 },
  { from: '2019-01-01' as Day, percent: 20 },
];

test.each([
  ['2018-12-31', null],
  ['2019-01-01', 20],
  ['2025-12-31', 20],
  ['2026-01-01', 22],
  ['2030-06-01', 22],
] as const)('on %s the rate is %s', (day, percent) => expect(vatOn(RATES, day as Day)).toBe(percent));

test('computes the tax within a sum to the kopeck', () => {
  expect(vatWithin(kopecks(122_00), 22)).toBe(22_00);
  expect(vatWithin(kopecks(629_00), 22)).toBe(113_43);
  expect(vatWithin(kopecks(629_00), null)).toBe(0);
});

test('half a kopeck of tax is a kopeck, and a little less is none', () => {
  expect([vatWithin(kopecks(3), 20), vatWithin(kopecks(2), 20)]).toEqual([1, 0]);
  // 5,495 kopecks.
  expect(vatWithin(kopecks(84), 7)).toBe(5);
});

test('a rate that begins on the last day has that day, one of the next day has none', () => {
  const within = (last: string) => vatWithinDays(RATES, '2025-12-30' as Day, last as Day).map(({ from }) => from);
  expect(within('2026-01-01')).toEqual(['2025-12-30', '2026-01-01']);
  expect(within('2025-12-31')).toEqual(['2025-12-30']);
});

test('a refund has the tax of its payment with the opposite sign, and the tax never exceeds its share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_00 }), fc.integer({ min: 1, max: 30 }), (amount, percent) => {
      const tax = vatWithin(kopecks(amount), percent);
      expect(Math.abs(tax - (amount * percent) / (100 + percent))).toBeLessThanOrEqual(0.5);
      expect(vatWithin(kopecks(-amount), percent) + tax).toBe(0);
    }),
  );
});

test('splits days by the rate that applies to them', () => {
  const day = (text: string) => text as Day;
  expect(vatWithinDays(RATES, day('2025-12-01'), day('2026-01-31'))).toEqual([
    { from: '2025-12-01', until: '2025-12-31', percent: 20 },
    { from: '2026-01-01', until: '2026-01-31', percent: 22 },
  ]);
  expect(vatWithinDays(RATES, day('2026-01-01'), day('2026-01-01'))).toEqual([
    { from: '2026-01-01', until: '2026-01-01', percent: 22 },
  ]);
  expect(vatWithinDays([], day('2026-01-01'), day('2026-02-01'))).toEqual([
    { from: '2026-01-01', until: '2026-02-01', percent: null },
  ]);
});
