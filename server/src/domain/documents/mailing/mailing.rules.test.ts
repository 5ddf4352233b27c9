import { expect, test } from 'vitest';
import type { Day, Period } from '@kabinet/contract/kernel/day';
import { daysOf, dueMonth } from './mailing.rules.ts';

test.each([
  ['2026-12-02', undefined],
  ['2026-12-03', '2026-11'],
  ['2026-12-10', '2026-11'],
  ['2026-12-11', undefined],
  ['2027-01-03', '2026-12'],
  ['2026-03-10', '2026-02'],
])('on %s the documents of %s are sent', (today, month) => {
  expect(dueMonth(today as Day)).toBe(month);
});

test.each([
  ['2026-02', '2026-02-01', '2026-02-28'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2026-12', '2026-12-01', '2026-12-31'],
])('%s is from %s to %s', (period, from, until) => {
  expect(daysOf(period as Period)).toEqual({ from, until });
});
