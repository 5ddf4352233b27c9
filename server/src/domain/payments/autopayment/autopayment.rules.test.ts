import { hourStart } from '@kabinet/contract/kernel/zone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { forecastAfter, forecastFrom, type ForecastBasis } from '#server/domain/billing/forecast/forecast.rules.ts';
import {
  ceilingLeftOf,
  ceilingsFor,
  chargeMoment,
  DAY_MS,
  DAYS_OFFERED,
  isNoticeTime,
  isTime,
  MOST_CHARGE_TRIES,
  needOf,
  nextTry,
  periodOfDue,
  sumAtTime,
  sumFor,
} from './autopayment.rules.ts';
import { ruleSentence } from './autopayment.texts.ts';

const ZONE = 'Europe/Samara';
const TODAY = '2026-11-20' as Day;
const LIMITS = { smallest: kopecks(10_00), largest: kopecks(100_000_00) };
const NOTHING: ForecastBasis = {
  today: TODAY,
  balance: kopecks(0),
  creditLimit: kopecks(0),
  billingDay: 1,
  blocked: false,
  dueOnReturn: [],
  fees: [],
};
const fee = (amount: number, unit: 'month' | 'day') => ({
  text: 'Интернет',
  amount: kopecks(amount),
  unit,
  from: null,
  until: null,
});
const basis = fc.record({
  balance: fc.integer({ min: 0, max: 3000_00 }),
  creditLimit: fc.constantFrom(0, 500_00),
  fees: fc.array(fc.tuple(fc.integer({ min: 1, max: 900_00 }), fc.constantFrom('month' as const, 'day' as const)), {
    minLength: 1,
    maxLength: 3,
  }),
});
type Drawn = typeof basis extends fc.Arbitrary<infer T> ? T : never;
const forecastOf = ({ balance, creditLimit, fees }: Drawn) =>
  forecastFrom({
    ...NOTHING,
    balance: kopecks(balance),
    creditLimit: kopecks(creditLimit),
    fees: fees.map(([amount, unit]) => fee(amount, unit)),
  });

describe('the missing sum', () => {
  test('is enough for a month from the day on which the money ends, and less than a rouble more', () => {
    fc.assert(
      fc.property(basis, (drawn) => {
        const forecast = forecastOf(drawn);
        const need = needOf(forecast);
        // A cost of a few kopecks a month lasts beyond the horizon.
        if (!need) return;
        const until = forecastAfter(forecast, need.amount).lastsUntil;
        expect(until === null || until >= addMonths(need.dueDay, 1)).toBe(true);
        const roubleLess = forecastAfter(forecast, kopecks(need.amount - 100)).lastsUntil!;
        expect(need.amount === 100 || roubleLess < addMonths(need.dueDay, 1)).toBe(true);
        expect(need.amount % 100).toBe(0);
        expect(need.isDebt).toBe(false);
        expect(need.least).toBeLessThanOrEqual(need.amount);
      }),
      { numRuns: 200 },
    );
  });

  test('is the debt when services are switched off, and nothing when nothing is charged', () => {
    const off = forecastFrom({ ...NOTHING, balance: kopecks(-628_50), blocked: true, fees: [fee(629_00, 'month')] });
    expect(needOf(off)).toEqual({ dueDay: TODAY, least: 628_50, amount: 629_00, isDebt: true });
    expect(needOf(forecastFrom(NOTHING))).toBeUndefined();
  });
});

test('charges at least the need, within the announced sum, the ceiling and the limits; or nothing', () => {
  const sums = fc.record({
    least: fc.integer({ min: 1, max: 5000_00 }),
    more: fc.integer({ min: 0, max: 5000_00 }),
    ceiling: fc.integer({ min: 10_00, max: 6000_00 }),
    spent: fc.integer({ min: 0, max: 6000_00 }),
    told: fc.integer({ min: 10_00, max: 10_000_00 }),
  });
  fc.assert(
    fc.property(sums, ({ least, more, ceiling, spent, told }) => {
      const need = { dueDay: TODAY, least: kopecks(least), amount: kopecks(least + more), isDebt: false };
      const left = ceilingLeftOf({ days: 3, ceiling: kopecks(ceiling) }, kopecks(spent));
      const sum = sumFor(need, left, LIMITS, kopecks(told));
      if (sum.kind === 'beyond') {
        expect(Math.min(left, told, LIMITS.largest)).toBeLessThan(Math.max(least, LIMITS.smallest));
        return;
      }
      expect(sum.amount).toBeGreaterThanOrEqual(least);
      expect(sum.amount).toBeGreaterThanOrEqual(LIMITS.smallest);
      expect(sum.amount).toBeLessThanOrEqual(told);
      expect(spent + sum.amount).toBeLessThanOrEqual(ceiling);
    }),
  );
});

test.each([
  ['more is missing than was told', {}, 300_00, 100_00],
  ['as much as was told', { least: kopecks(100_00) }, 300_00, 100_00],
  ['the ceiling has no room for the rest', {}, 129_00, null],
  ['a debt: a part of it switches nothing on', { isDebt: true }, 300_00, null],
] as const)('when its time has come, %s: takes what was told, or nothing', (_, changed, left, amount) => {
  const need = { dueDay: TODAY, least: kopecks(130_00), amount: kopecks(130_00), isDebt: false, ...changed };
  const sum = sumAtTime(need, kopecks(left), LIMITS, kopecks(100_00));
  expect(sum).toEqual(amount === null ? { kind: 'beyond', left } : { kind: 'take', amount });
});

test('the bank is asked a whole day after the notice, by day, and not before the day of the rule', () => {
  const when = fc.record({
    noticed: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
    ahead: fc.integer({ min: 0, max: 40 }),
    days: fc.constantFrom(1, 3, 7),
    zone: fc.constantFrom(ZONE, 'Europe/Kaliningrad', 'Asia/Kamchatka'),
  });
  fc.assert(
    fc.property(when, ({ noticed, ahead, days, zone }) => {
      const dueDay = addDays(dayIn(zone, noticed), ahead);
      const moment = chargeMoment({ dueDay }, { days, ceiling: kopecks(1) }, noticed, zone);
      expect(moment.getTime() - noticed.getTime()).toBeGreaterThanOrEqual(DAY_MS);
      expect(dayIn(zone, moment) >= addDays(dueDay, -days)).toBe(true);
      const hour = Number(new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit' }).format(moment));
      expect(hour).toBeGreaterThanOrEqual(10);
      expect(hour).toBeLessThanOrEqual(21);
      const again = nextTry(moment, zone);
      expect(again.getTime() - moment.getTime()).toBe(DAY_MS);
    }),
  );
});

test("ten in the morning is ten by the zone's clocks", () => {
  expect(hourStart('2026-11-28' as Day, 10, ZONE).toISOString()).toBe('2026-11-28T06:00:00.000Z');
  expect(hourStart('2026-11-28' as Day, 10, 'Asia/Kamchatka').toISOString()).toBe('2026-11-27T22:00:00.000Z');
});

test.each([
  [1, 'на\u00a01\u00a0день'],
  [3, 'на\u00a03\u00a0дня'],
  [7, 'на\u00a07\u00a0дней'],
])('the rule of %s days is one sentence', (days, words) => {
  const sentence = ruleSentence('i', { days, ceiling: kopecks(1500_00) });
  expect(sentence.replaceAll('\u00a0', ' ')).toBe(
    `Когда денег на счёте «Интернет» останется меньше чем ${words.replaceAll('\u00a0', ' ')} или на нём будет долг, спишем недостающее, не больше 1 500 ₽ в месяц.`,
  );
});

describe('the rule', () => {
  const due = { dueDay: TODAY };
  const rule = (days: number) => ({ days, ceiling: kopecks(1) });

  test('asks the bank so many days before the money ends, and tells it a day before', () => {
    expect([...DAYS_OFFERED]).toEqual([1, 3, 7]);
    expect(isTime(due, rule(3), '2026-11-17' as Day)).toBe(true);
    expect(isTime(due, rule(3), '2026-11-16' as Day)).toBe(false);
    expect(isNoticeTime(due, rule(3), '2026-11-16' as Day)).toBe(true);
    expect(isNoticeTime(due, rule(3), '2026-11-15' as Day)).toBe(false);
    expect(periodOfDue(due)).toBe('2026-11');
  });

  test('is tried three times, between ten and twenty-one', () => {
    expect(MOST_CHARGE_TRIES).toBe(3);
    const again = (refused: string) => nextTry(new Date(refused), ZONE).toISOString();
    expect(again('2026-11-20T05:59:59Z')).toBe('2026-11-21T06:00:00.000Z');
    expect(again('2026-11-20T06:00:00Z')).toBe('2026-11-21T06:00:00.000Z');
    expect(again('2026-11-20T17:00:00Z')).toBe('2026-11-21T17:00:00.000Z');
    expect(again('2026-11-20T17:00:01Z')).toBe('2026-11-22T06:00:00.000Z');
  });

  test('begins at ten of its day, if it was told early enough', () => {
    const moment = (told: string) => chargeMoment(due, rule(3), new Date(told), ZONE).toISOString();
    expect(moment('2026-11-10T12:00:00Z')).toBe('2026-11-17T06:00:00.000Z');
    expect(moment('2026-11-16T08:00:00Z')).toBe('2026-11-17T08:00:00.000Z');
  });

  test('offers ceilings of a month with a tenth in reserve, in steps of five hundred roubles, within the limit', () => {
    const ceilings = (monthly: number, largest = 100_000_00) =>
      ceilingsFor(kopecks(monthly), { ...LIMITS, largest: kopecks(largest) });
    expect(ceilings(0)).toEqual([1000_00, 1500_00, 2000_00]);
    expect(ceilings(909_00)).toEqual([1000_00, 1500_00, 2000_00]);
    expect(ceilings(910_00)).toEqual([1500_00, 2000_00, 3000_00]);
    expect(ceilings(910_00, 2000_00)).toEqual([1500_00, 2000_00]);
    expect(ceilings(910_00, 1999_99)).toEqual([1500_00]);
  });

  test('has what is left of its ceiling', () => {
    const left = (spent: number) => ceilingLeftOf({ days: 3, ceiling: kopecks(1000_00) }, kopecks(spent));
    expect([0, 999_99, 1000_00, 1000_01].map(left)).toEqual([1000_00, 1, 0, 0]);
  });
});

describe('the sum to charge', () => {
  const sum = (least: number, amount: number, own: { left?: number; told?: number; largest?: number } = {}) => {
    const need = { dueDay: TODAY, least: kopecks(least), amount: kopecks(amount), isDebt: false };
    const limits = { ...LIMITS, largest: kopecks(own.largest ?? LIMITS.largest) };
    const taken = sumFor(need, kopecks(own.left ?? 10_000_00), limits, kopecks(own.told ?? amount));
    return taken.kind === 'take' ? taken.amount : taken.kind;
  };

  test('is the month that is missing, not less than a payment may be', () => {
    expect(sum(100_00, 629_00)).toBe(629_00);
    expect(sum(1, 1_00)).toBe(10_00);
  });

  test('is cut to what was announced, is left of the ceiling, and may be paid at once', () => {
    expect(sum(100_00, 629_00, { told: 500_00 })).toBe(500_00);
    expect(sum(100_00, 629_00, { left: 400_00 })).toBe(400_00);
    expect(sum(100_00, 629_00, { largest: 300_00 })).toBe(300_00);
  });

  test('is none if it would not help, or is no payment', () => {
    expect(sum(400_00, 629_00, { left: 400_00 })).toBe(400_00);
    expect(sum(400_01, 629_00, { left: 400_00 })).toBe('beyond');
    expect(sum(1, 629_00, { left: 10_00 })).toBe(10_00);
    expect(sum(1, 629_00, { left: 9_99 })).toBe('beyond');
  });
});

test('a debt of nothing needs no payment', () => {
  expect(needOf(forecastFrom({ ...NOTHING, blocked: true }))).toBeUndefined();
  const kopeck = forecastFrom({ ...NOTHING, blocked: true, balance: kopecks(-1) });
  expect(needOf(kopeck)).toMatchObject({ least: 1, amount: 1_00, isDebt: true });
});
