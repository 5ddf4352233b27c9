import { expect, test } from 'vitest';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { forecastFrom, type ForecastBasis } from '#server/domain/billing/forecast/forecast.rules.ts';
import { presetsOf } from './payer.rules.ts';

const LIMITS = { smallest: kopecks(10_00), largest: kopecks(100_000_00) };

const forecast = (change: Partial<ForecastBasis>) =>
  forecastFrom({
    today: '2026-11-20' as Day,
    balance: kopecks(0),
    creditLimit: kopecks(0),
    billingDay: 1,
    blocked: false,
    dueOnReturn: [],
    fees: [{ text: 'Интернет', amount: kopecks(690_00), unit: 'month', from: null, until: null }],
    ...change,
  });

const offered = (change: Partial<ForecastBasis>) =>
  presetsOf(forecast(change), LIMITS).map(({ kind, amount }) => [kind, amount]);

test('who is off for debt is offered what brings it back, a round sum, and a month more', () => {
  expect(offered({ balance: kopecks(-571_40), blocked: true })).toEqual([
    ['work', 571_40],
    ['round', 600_00],
    ['month', 1262_00],
  ]);
});

test('a debt of one kopeck is offered, too', () => {
  expect(offered({ balance: kopecks(-1), blocked: true }).slice(0, 2)).toEqual([
    ['work', 1],
    ['round', 100_00],
  ]);
});

test('who owes nothing is offered a month, and the same in whole hundreds', () => {
  expect(offered({ balance: kopecks(118_60) })).toEqual([
    ['round', 600_00],
    ['month', 572_00],
  ]);
});

test('equal sums are offered once', () => {
  expect(offered({ balance: kopecks(-300_00), blocked: true }).map(([kind]) => kind)).toEqual(['work', 'month']);
});

test('who is never charged is offered nothing', () => {
  expect(offered({ fees: [] })).toEqual([]);
});
