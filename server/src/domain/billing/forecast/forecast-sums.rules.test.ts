import { describe, expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Fee } from '../fee/fee.rules.ts';
import {
  balanceOn,
  chargedBetween,
  chargedOn,
  forecastAfter,
  forecastFrom,
  nextChargeOf,
  type ForecastBasis,
} from './forecast.rules.ts';

const TODAY = day('2026-11-20');

const fee = (text: string, amount: number, more: Partial<Fee> = {}): Fee => ({
  text,
  amount: kopecks(amount),
  unit: 'month',
  from: null,
  until: null,
  ...more,
});
const daily = (amount: number, more: Partial<Fee> = {}) => fee('По дням', amount, { unit: 'day', ...more });
const once = (amount: number, on: string) => fee('Разово', amount, { unit: 'once', from: day(on) });

const basis = (balance: number, fees: readonly Fee[], more: Partial<ForecastBasis> = {}): ForecastBasis => ({
  today: TODAY,
  balance: kopecks(balance),
  creditLimit: kopecks(0),
  billingDay: 1,
  blocked: false,
  dueOnReturn: [],
  fees,
  ...more,
});
const charges = (of: ForecastBasis) =>
  forecastFrom(of).upcoming.map(({ day: on, amount, balanceAfter, missing }) => [on, amount, balanceAfter, missing]);

describe('a charge is uncovered', () => {
  test('by a single kopeck, whether by the day or by the month', () => {
    expect(charges(basis(37_99, [daily(19_00)])).at(-1)).toEqual(['2026-11-22', 19_00, -1, 1]);
    expect(charges(basis(0, [fee('ТВ', 1)]))).toEqual([['2026-12-01', 1, -1, 1]]);
  });

  test('not by a day that costs nothing, however low the balance', () => {
    expect(charges(basis(-100, [once(500, '2026-11-25'), once(-500, '2026-11-25')]))).toEqual([]);
    expect(charges(basis(-600, [once(-500, '2026-11-25')]))).toEqual([['2026-11-25', -500, -100, 0]]);
  });
});

describe('the listed days', () => {
  const first = (...fees: Fee[]) => charges(basis(1e9, fees))[0]?.[0];

  test('begin after today, for which is charged already', () => {
    expect(first(fee('ТВ', 300_00, { from: TODAY }))).toBe('2026-12-01');
    expect(first(daily(1_00, { from: TODAY }))).toBe('2026-11-21');
    const both = [fee('ТВ', 300_00, { from: TODAY }), daily(1_00, { from: TODAY })];
    expect(charges(basis(500_00, both))[0]).toEqual(['2026-11-21', 1_00, 499_00, 0]);
    expect(first(daily(1_00, { from: day('2026-11-10') }))).toBe('2026-11-21');
  });

  test('have the first day by the day, whatever else is charged', () => {
    const later = daily(1_00, { from: day('2026-11-25') });
    expect(first(fee('ТВ', 300_00), later)).toBe('2026-11-25');
    expect(first(daily(2_00, { until: day('2026-11-21') }), later)).toBe('2026-11-25');
    expect(first(daily(2_00, { until: day('2026-11-22') }), later)).toBe('2026-11-21');
    expect(first(daily(2_00, { from: day('2026-11-23') }), later)).toBe('2026-11-23');
  });

  test('end thirteen months ahead', () => {
    expect(first(once(700_00, '2027-12-20'))).toBe('2027-12-20');
    expect(first(once(700_00, '2027-12-21'))).toBeUndefined();
  });
});

test('a debt that the balance covers is none', () => {
  expect(forecastFrom(basis(100, [], { blocked: true })).debt).toBe(0);
});

test('each day between two turns costs what is on that day', () => {
  const fees = [
    daily(10_00, { until: day('2026-11-27') }),
    daily(1_00, { from: day('2026-11-25') }),
    fee('ТВ', 300_00),
  ];
  // Six days at 10 roubles, six at one, and the month.
  expect(charges(basis(1000_00, fees))[1]).toEqual(['2026-12-01', 301_00, 1000_00 - 60_00 - 6_00 - 301_00, 0]);
});

test('while charging is on hold nothing is charged before its first day, also after a payment', () => {
  const hold = basis(0, [fee('ТВ', 300_00), daily(1_00)], { chargedTo: day('2027-01-14') });
  expect(charges(hold)).toEqual([['2027-01-15', 1_00, -1_00, 1_00]]);
  expect(forecastAfter(hold, kopecks(400_00)).upcoming.map(({ day: on }) => on)).toEqual([
    '2027-01-15',
    '2027-02-01',
    '2027-03-01',
  ]);
  expect(forecastAfter(basis(0, []), kopecks(1))).not.toHaveProperty('chargedTo');
});

test('a charge has twelve lines, the largest first; only beyond them the last one sums up the rest', () => {
  const lines = (count: number) =>
    forecastFrom(
      basis(
        0,
        Array.from({ length: count }, (_, index) => fee(`Услуга ${index}`, 100 + index)),
      ),
    ).upcoming[0]?.parts ?? [];
  expect(lines(12).map(({ amount }) => amount)).toEqual([111, 110, 109, 108, 107, 106, 105, 104, 103, 102, 101, 100]);
  expect(lines(12).at(-1)?.text).toBe('Услуга 0');
  expect(lines(13)).toHaveLength(12);
  expect(lines(13).at(-1)).toEqual({ text: 'Ещё 2\u00a0начисления', amount: 201 });
});

test('equal sums stand in the order of their names', () => {
  const names = forecastFrom(
    basis(
      0,
      ['Б', 'А', 'В'].map((name) => fee(name, 100)),
    ),
  ).upcoming[0]?.parts;
  expect(names?.map(({ text }) => text)).toEqual(['А', 'Б', 'В']);
});

describe('the sums between two days', () => {
  const sums = (fees: Fee[], from: string, to: string) =>
    chargedBetween(basis(0, fees), day(from), day(to)).map(({ text, amount }) => [
      text.replaceAll('\u00a0', ' '),
      amount,
    ]);

  test('have the first day and not the last, the largest first', () => {
    const tv = fee('ТВ', 300_00);
    expect(sums([tv], '2026-12-01', '2027-01-01')).toEqual([['ТВ', 300_00]]);
    expect(sums([tv], '2026-12-01', '2027-01-02')).toEqual([['ТВ', 600_00]]);
    expect(sums([tv], '2026-12-02', '2027-01-01')).toEqual([]);
    expect(sums([fee('Почта', 1), tv], '2026-12-01', '2026-12-02')).toEqual([
      ['ТВ', 300_00],
      ['Почта', 1],
    ]);
  });

  test('have the part of a month from the first day of a fee on', () => {
    const tv = fee('ТВ', 300_00, { from: day('2026-11-25') });
    expect(sums([tv], '2026-11-25', '2026-12-01')).toEqual([['ТВ', 60_00]]);
    expect(sums([tv], '2026-11-21', '2026-12-02')).toEqual([['ТВ', 360_00]]);
    expect(sums([once(700_00, '2026-11-25')], '2026-11-21', '2026-12-02')).toEqual([['Разово', 700_00]]);
  });

  test('count the days of a daily fee between its own', () => {
    expect(sums([daily(1_00)], '2026-11-21', '2026-11-26')).toEqual([['По дням, 5 дней', 5_00]]);
    const between = { from: day('2026-11-23'), until: day('2026-11-25') };
    expect(sums([daily(1_00, between)], '2026-11-21', '2026-12-26')).toEqual([['По дням, 2 дня', 2_00]]);
    expect(sums([daily(1_00, between)], '2026-11-24', '2026-12-26')).toEqual([['По дням, 1 день', 1_00]]);
    expect(sums([daily(1_00, between)], '2026-11-25', '2026-12-26')).toEqual([]);
    expect(sums([daily(1_00, between)], '2026-11-21', '2026-11-24')).toEqual([['По дням, 1 день', 1_00]]);
    expect(sums([daily(1_00, between)], '2026-11-21', '2026-11-23')).toEqual([]);
  });
});

test('the balance on a day is that after its charges', () => {
  const money = basis(1000_00, [daily(1_00), fee('ТВ', 300_00)]);
  expect(['2026-11-20', '2026-11-21', '2026-11-30', '2026-12-01'].map((on) => balanceOn(money, day(on)))).toEqual([
    1000_00, 999_00, 990_00, 689_00,
  ]);
});

test('the lines of a day are what is charged on it and given back', () => {
  const fees = [fee('ТВ', 300_00), daily(1_00, { until: day('2026-12-01') }), once(-5_00, '2026-12-01')];
  const lines = (on: string) => chargedOn(basis(0, fees), day(on)).map(({ amount }) => amount);
  expect(lines('2026-11-30')).toEqual([1_00]);
  expect(lines('2026-12-01')).toEqual([300_00, -5_00]);
  expect(lines('2026-12-02')).toEqual([]);
});

describe('the next charge since a day', () => {
  const next = (fees: Fee[], since?: string) =>
    nextChargeOf(basis(0, []), fees, since === undefined ? undefined : day(since))?.day ?? null;

  test('may be that day itself', () => {
    expect(next([daily(1_00)], '2026-12-10')).toBe('2026-12-10');
    expect(next([fee('ТВ', 300_00)], '2026-12-01')).toBe('2026-12-01');
    expect(next([fee('ТВ', 300_00)], '2026-12-02')).toBe('2027-01-01');
    expect(next([daily(1_00)], '2026-11-20')).toBe('2026-11-21');
    expect(next([fee('ТВ', 1)])).toBe('2026-12-01');
  });

  test('is not one on which as much is given back as is charged', () => {
    expect(next([daily(1_00), once(-1_00, '2026-11-21')])).toBe('2026-11-22');
    expect(next([daily(1), once(-1_00, '2026-11-21')])).toBe('2026-11-22');
  });
});
