import { expect, it } from 'vitest';
import { barsOf, scaleOf, tickText } from './chart-scale.ts';
import { readFilters, writeFilters } from './filters.ts';
import { daysOf } from './statement-dialog.tsx';
import { totalsOf, type MoneyMonth } from './totals.ts';

const month = (period: string, opening: string, paid: string, charged: string, closing: string): MoneyMonth => ({
  period,
  opening,
  paid,
  charged,
  closing,
});

it('calculates totals from the opening of the oldest month to the closing of the newest', () => {
  expect(
    totalsOf([month('2026-02', '-5.10', '10.20', '1.10', '4.00'), month('2026-01', '0.00', '0.00', '5.10', '-5.10')]),
  ).toEqual({ since: '2026-01-01', opening: '0.00', paid: '10.20', charged: '6.20', closing: '4.00' });
  expect(totalsOf([])).toBeUndefined();
});

it.each([
  ['1234.50', '0.00', '1039.00', [0, 500, 1000, 1500]],
  ['0.00', '0.00', '0.00', [0, 1]],
  ['-628.50', '650.00', '690.00', [0, 200, 400, 600, 800]],
  ['186240.00', '90000.00', '91000.00', [0, 25_000, 50_000, 75_000, 100_000]],
])('draws round grid lines around %s', (closing, paid, charged, ticks) => {
  const scale = scaleOf([month('2026-01', '0.00', paid, charged, closing)]);
  expect(scale.ticks).toEqual(ticks);
  expect(scale.heightOf(ticks[0]!)).toBe(0);
  expect(scale.heightOf(ticks.at(-1)!)).toBe(1);
});

it('orders bars from the earliest month to the latest', () => {
  const bars = barsOf([
    month('2026-02', '0.00', '0.00', '0.00', '0.00'),
    month('2026-01', '0.00', '1.50', '0.00', '1.50'),
  ]);
  expect(bars.map(({ period, paid }) => [period, paid])).toEqual([
    ['2026-01', 1.5],
    ['2026-02', 0],
  ]);
});

it('shortens long sums on the axis', () => {
  expect([0, -500, 2500, 150_000].map(tickText).map((text) => text.replace(/\s/g, ' '))).toEqual([
    '0',
    '−500',
    '2 500',
    '150 тыс.',
  ]);
});

it.each([['?show=in&service=17&q=%D1%8F&month=2026-11'], ['']])(
  'converts filters to an address and back: «%s»',
  (search) => {
    expect(writeFilters(readFilters(search))).toBe(search);
  },
);

it.each([
  ['month', '2026-03-31', ['2026-03-01', '2026-03-31']],
  ['last', '2026-03-31', ['2026-02-01', '2026-02-28']],
  ['quarter', '2026-01-05', ['2025-11-01', '2026-01-05']],
  ['year', '2026-03-31', ['2025-04-01', '2026-03-31']],
] as const)('the period «%s» on %s', (period, today, days) => {
  expect(daysOf(period, today)).toEqual(days);
});
