import { expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { isDearer } from '../call-rates/rate.rules.ts';
import { channelNumbers, channelRanges } from './channel-numbers.rules.ts';
import { priceLine } from './price-line.rules.ts';

test('channels are typed as numbers and ranges, and read back as short as possible', () => {
  expect(channelNumbers('10-12, 1,2,11')).toEqual([1, 2, 10, 11, 12]);
  expect(channelRanges([1, 2, 10, 11, 12, 20])).toBe('1-2,10-12,20');
  expect([channelNumbers(''), channelRanges([])]).toEqual([[], '']);
  expect(channelNumbers('5-3')).toEqual([]);
});

const row = (from: string, price: number, state: 'planned' | 'settled' | 'withdrawn') => ({
  price_change_id: price,
  from: day(from),
  price: kopecks(price),
  state,
  by: 'Анна',
  at: '2026-01-01T00:00:00Z' as never,
  is_told: true,
});

test('the line of prices: what was, what is now, what is planned; a withdrawn one counts for nothing', () => {
  const today = day('2026-11-24');
  const states = (...rows: ReturnType<typeof row>[]) =>
    priceLine(rows, kopecks(450), today).map(({ price, state }) => `${price} ${state}`);
  expect(states()).toEqual(['450 now']);
  expect(states(row('2026-11-24', 500, 'planned'))).toEqual(['450 past', '500 now']);
  expect(states(row('2026-11-25', 500, 'planned'))).toEqual(['450 now', '500 planned']);
  expect(states(row('2026-01-01', 500, 'settled'), row('2026-02-01', 550, 'withdrawn'))).toEqual([
    '500 now',
    '550 withdrawn',
  ]);
});

const rate = (own: object = {}) => ({
  price: kopecks(100),
  connection: kopecks(0),
  unit_seconds: 60,
  free_seconds: 3,
  ...own,
});

test.each<[boolean, object]>([
  [false, {}],
  [true, { price: kopecks(101) }],
  [false, { price: kopecks(99) }],
  [true, { connection: kopecks(1) }],
  [true, { free_seconds: 2 }],
  [false, { free_seconds: 4 }],
  [false, { unit_seconds: 1, price: kopecks(1) }],
  [true, { unit_seconds: 1, price: kopecks(2) }],
  [true, { unit_seconds: 120, price: kopecks(200) }],
])('whether some call costs more: %s by %o', (expected, own) => {
  expect(isDearer(rate(own), rate())).toBe(expected);
});
