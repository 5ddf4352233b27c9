import { expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { firstDays } from './begin.ts';

test('the first day of charging is at most a week ago and two months ahead', () => {
  expect(firstDays(day('2026-11-20'))).toEqual({ from: '2026-11-13', until: '2027-01-21' });
});
