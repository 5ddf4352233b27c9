import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, day, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import {
  forecastAfter,
  forecastFrom,
  MOST_PARTS,
  nextChargeOf,
  summedUp,
  type ForecastBasis,
} from './forecast.rules.ts';
import { chargeFrom } from '../fee/proration.rules.ts';
import { amountOn, isOn, type Fee } from '../fee/fee.rules.ts';
import { MONTHS_AHEAD } from './billing-horizon.rules.ts';

const today = day('2026-11-20');

const fee = (text: string, amount: number, more: Partial<Fee> = {}): Fee => ({
  text,
  amount: kopecks(amount),
  unit: 'month',
  from: null,
  until: null,
  ...more,
});

const basis = (balance: number, fees: readonly Fee[], more: Partial<ForecastBasis> = {}): ForecastBasis => ({
  today,
  balance: kopecks(balance),
  creditLimit: kopecks(0),
  billingDay: 1,
  blocked: false,
  dueOnReturn: [],
  fees,
  ...more,
});

const days = ({ upcoming }: ReturnType<typeof forecastFrom>) =>
  upcoming.map((charge) => [charge.day, charge.amount, charge.balanceAfter, charge.missing]);

const home = [
  fee('Интернет', 55000, { until: day('2026-12-01') }),
  fee('Интернет быстрее', 69000, { from: day('2026-12-01') }),
  fee('ТВ', 24000),
  fee('Статический адрес', 15000),
  fee('SIP', 9900, { from: day('2026-12-01') }),
];

describe('charges by the month', () => {
  test('are listed up to and including the first uncovered one', () => {
    const forecast = forecastFrom(basis(123450, home));
    expect(days(forecast)).toEqual([
      ['2026-12-01', 117900, 5550, 0],
      ['2027-01-01', 117900, -112350, 112350],
    ]);
    expect(forecast).toMatchObject({ lastsUntil: '2027-01-01', daysLeft: 42, debt: 0 });
    expect(forecast.upcoming[0]?.parts).toEqual([
      { text: 'Интернет быстрее', amount: 69000 },
      { text: 'ТВ', amount: 24000 },
      { text: 'Статический адрес', amount: 15000 },
      { text: 'SIP', amount: 9900 },
    ]);
  });

  test('may use the credit limit to the last kopeck', () => {
    const exact = forecastFrom(basis(-10000, [fee('ТВ', 10000)], { creditLimit: kopecks(20000) }));
    expect(exact.lastsUntil).toBe('2027-01-01');
    const short = forecastFrom(basis(-10001, [fee('ТВ', 10000)], { creditLimit: kopecks(20000) }));
    expect(short.upcoming).toMatchObject([{ day: '2026-12-01', missing: 1, balanceAfter: -20001 }]);
  });

  test('fall on the last day of a month that lacks the billing day', () => {
    const forecast = forecastFrom(basis(400, [fee('ТВ', 100)], { billingDay: 31 }));
    expect(forecast.upcoming.map((charge) => charge.day)).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ]);
  });

  test('of today are already made: the next is a month away', () => {
    expect(forecastFrom(basis(0, [fee('ТВ', 100)], { billingDay: 20 })).lastsUntil).toBe('2026-12-20');
  });

  test('are computed thirteen months ahead, and money that lasts longer has no end', () => {
    const forecast = forecastFrom(basis(1e9, [fee('ТВ', 100)]));
    expect(forecast.upcoming).toHaveLength(13);
    expect(forecast).toMatchObject({ lastsUntil: null, daysLeft: null });
    const sameDay = forecastFrom(basis(1e9, [fee('ТВ', 100)], { billingDay: 20 }));
    expect(sameDay.upcoming.at(-1)?.day).toBe('2027-12-20');
  });

  test('are absent when nothing costs money', () => {
    expect(forecastFrom(basis(-500, []))).toMatchObject({ upcoming: [], lastsUntil: null, daysLeft: null });
  });
});

describe('charges by the day', () => {
  const daily = fee('По дням', 1900, { unit: 'day' });

  test('list the nearest and the first uncovered one', () => {
    const forecast = forecastFrom(basis(19_000, [daily]));
    expect(days(forecast)).toEqual([
      ['2026-11-21', 1900, 17100, 0],
      ['2026-12-01', 1900, -1900, 1900],
    ]);
    expect(forecast.daysLeft).toBe(11);
  });

  test('fail on the first day of an empty account', () => {
    expect(days(forecastFrom(basis(1899, [daily])))).toEqual([['2026-11-21', 1900, -1, 1]]);
  });

  test('reduce the money for a monthly charge', () => {
    const forecast = forecastFrom(basis(50_000, [daily, fee('ТВ', 24000)]));
    // Ten days at 19 roubles to 30 November, then both on 1 December.
    expect(days(forecast)).toEqual([
      ['2026-11-21', 1900, 48100, 0],
      ['2026-12-01', 25900, 5100, 0],
      ['2026-12-04', 1900, -600, 600],
    ]);
  });

  test('change on the day on which another plan begins', () => {
    const forecast = forecastFrom(
      basis(3000, [
        fee('Старый', 100, { unit: 'day', until: day('2026-12-01') }),
        fee('Новый', 1000, { unit: 'day', from: day('2026-12-01') }),
      ]),
    );
    // Ten days at 1 rouble leave 20: two days at 10.
    expect(forecast).toMatchObject({ lastsUntil: '2026-12-03', daysLeft: 13 });
  });
});

describe('a charge that begins between two billing days', () => {
  test('covers a part of the month, and a whole month from the next billing day on', () => {
    const forecast = forecastFrom(basis(100_000, [fee('ТВ', 30_000, { from: day('2026-11-25') })]));
    expect(days(forecast)).toEqual([
      ['2026-11-25', 6000, 94_000, 0],
      ['2026-12-01', 30_000, 64_000, 0],
      ['2027-01-01', 30_000, 34_000, 0],
      ['2027-02-01', 30_000, 4000, 0],
      ['2027-03-01', 30_000, -26_000, 26_000],
    ]);
  });

  test('is shortened where the fee ends, and days charged beyond are given back', () => {
    const ends = fee('ТВ', 31_000, { until: day('2026-12-11') });
    const back = fee('Возврат', -500, { unit: 'once', from: day('2026-12-11') });
    expect(days(forecastFrom(basis(100_000, [ends, back])))).toEqual([
      ['2026-12-01', 10_000, 90_000, 0],
      ['2026-12-11', -500, 90_500, 0],
    ]);
  });
});

describe('a debt', () => {
  const blocked = basis(-62850, [fee('Интернет', 45000), fee('ТВ', 24000)], {
    blocked: true,
    billingDay: 20,
  });

  test('stops all charges', () => {
    expect(forecastFrom(blocked)).toMatchObject({ debt: 62850, upcoming: [], lastsUntil: today, daysLeft: 0 });
  });

  test('remains after a payment that is too small', () => {
    expect(forecastAfter(blocked, kopecks(62849))).toMatchObject({ blocked: true, debt: 1, upcoming: [] });
  });

  test('is the sum missing for everything due on the day of return', () => {
    const due = { ...blocked, balance: kopecks(10_000), dueOnReturn: [{ text: 'ТВ', amount: kopecks(23_000) }] };
    expect(forecastFrom(due).debt).toBe(13_000);
    expect(forecastAfter(due, kopecks(12_999))).toMatchObject({ blocked: true, debt: 1 });
    expect(forecastAfter(due, kopecks(13_000))).toMatchObject({ blocked: false, balance: 0 });
  });

  test('paid in full restores the fees', () => {
    const after = forecastAfter(blocked, kopecks(62900));
    expect(after).toMatchObject({ blocked: false, debt: 0, balance: 50 });
    expect(after.upcoming[0]).toMatchObject({ day: '2026-12-20', amount: 69000, missing: 68_950 });
    expect(after.lastsUntil).toBe('2026-12-20');
  });
});

test('rounds the parts of identical fees one by one, as they are charged', () => {
  const [alike] = summedUp([fee('ТВ', 1_01, { from: today }), fee('ТВ', 1_01, { from: today })]);
  expect(alike && amountOn(alike, today, 1, false)).toBe(2 * chargeFrom(kopecks(1_01), today, 1, null));
});

test('keeps fees apart that differ only in their beginning', () => {
  const later = fee('ТВ', 100, { from: day('2026-12-01') });
  expect(summedUp([fee('ТВ', 100), later, later])).toEqual([
    fee('ТВ', 100),
    { ...fee('ТВ\u00a0×\u00a02', 200, { from: day('2026-12-01') }), times: 2 },
  ]);
});

test('merges identical fees, and sums up more than twelve lines in the last', () => {
  const boxes = Array.from({ length: 60 }, () => fee('ТВ', 100));
  expect(forecastFrom(basis(0, summedUp(boxes))).upcoming[0]?.parts).toEqual([
    { text: 'ТВ\u00a0×\u00a060', amount: 6000 },
  ]);
  const many = Array.from({ length: 30 }, (_, index) => fee(`Услуга ${index}`, 1000 - index));
  const charge = forecastFrom(basis(0, many)).upcoming[0];
  expect(charge?.parts).toHaveLength(MOST_PARTS);
  expect(charge?.parts.at(-1)?.text).toBe('Ещё 19\u00a0начислений');
  expect(charge?.parts.reduce((sum, part) => sum + part.amount, 0)).toBe(charge?.amount);
});

test('a daily charge that begins on a later day is listed from that day', () => {
  const later = basis(100000, [fee('ТВ', 10000, { unit: 'day', from: day('2026-11-25') })]);
  expect(nextChargeOf(later, later.fees)).toEqual({ day: '2026-11-25', amount: 10000 });
  expect(forecastFrom(later).upcoming[0]).toMatchObject({ day: '2026-11-25', amount: 10000 });
  const given = [fee('ТВ', 10000, { unit: 'day' }), fee('Возврат', -20000, { unit: 'once', from: day('2026-11-21') })];
  expect(nextChargeOf(later, given)).toEqual({ day: '2026-11-22', amount: 10000 });
});

test('the next charge of one service is the nearest day with a cost', () => {
  const account = forecastFrom(basis(0, home));
  expect(nextChargeOf(account, [fee('С января', 500, { from: day('2027-01-01') })])).toEqual({
    day: '2027-01-01',
    amount: 500,
  });
  expect(nextChargeOf(account, [fee('Кончается', 500, { until: day('2026-12-01') })])).toBeNull();
  expect(nextChargeOf({ ...account, blocked: true }, home)).toBeNull();
  expect(nextChargeOf(account, [])).toBeNull();
});

const anyDay = fc.integer({ min: -30, max: 420 }).map((days) => addDays(today, days));
const anyFee = fc.record({
  text: fc.constantFrom('А', 'Б', 'В'),
  amount: fc.integer({ min: 1, max: 200_000 }).map(kopecks),
  unit: fc.constantFrom('month' as const, 'day' as const, 'once' as const),
  from: fc.option(anyDay),
  until: fc.option(anyDay),
});
const anyBasis = fc.record({
  today: fc.constant(today),
  balance: fc.integer({ min: -50_000, max: 3_000_000 }).map(kopecks),
  creditLimit: fc.integer({ min: 50_000, max: 100_000 }).map(kopecks),
  billingDay: fc.integer({ min: 1, max: 31 }),
  blocked: fc.boolean(),
  dueOnReturn: fc.array(
    fc.record({ text: fc.constant('А'), amount: fc.integer({ min: 1, max: 50_000 }).map(kopecks) }),
    {
      maxLength: 2,
    },
  ),
  fees: fc.array(anyFee, { maxLength: 6 }),
});

/** The amount of a fee on a day, counted day by day, independently of the product's arithmetic. */
function slowAmount(fee: Fee, at: Day, billingDay: number): number {
  const { amount, unit, from } = fee;
  if (!isOn(fee, at) || (unit === 'once' && at !== from)) return 0;
  if (unit !== 'month') return amount;
  const isBilling = (day: Day) => addMonths(day, 0, billingDay) === day;
  return isBilling(at) || at === from ? slowPart(fee, at, isBilling) : 0;
}

/** The share of a fee from one day to the next billing day, of all days between the surrounding billing days. */
function slowPart(fee: Fee, at: Day, isBilling: (day: Day) => boolean): number {
  const ahead: Day[] = [at];
  for (let day = addDays(at, 1); !isBilling(day); day = addDays(day, 1)) ahead.push(day);
  let whole = ahead.length;
  for (let day = at; !isBilling(day); day = addDays(day, -1)) whole += 1;
  const used = ahead.filter((day) => isOn(fee, day)).length;
  return Number((BigInt(fee.amount) * BigInt(used) * 2n + BigInt(whole)) / (2n * BigInt(whole)));
}

/** The same result computed slowly, one day after another. */
function firstUncovered({
  balance,
  creditLimit,
  billingDay,
  fees,
}: ForecastBasis): { day: Day; balanceAfter: number } | null {
  let left: number = balance;
  for (let at = addDays(today, 1); at <= addMonths(today, MONTHS_AHEAD); at = addDays(at, 1)) {
    const amount = fees.reduce((sum, one) => sum + slowAmount(one, at, billingDay), 0);
    left -= amount;
    if (amount > 0 && left + creditLimit < 0) return { day: at, balanceAfter: left };
  }
  return null;
}

test('the first uncovered charge equals the one found day by day', () => {
  fc.assert(
    fc.property(anyBasis, (any) => {
      const open = { ...any, blocked: false };
      const forecast = forecastFrom(open);
      const slow = firstUncovered(open);
      expect(forecast.lastsUntil).toBe(slow?.day ?? null);
      if (slow) expect(forecast.upcoming.at(-1)).toMatchObject(slow);
    }),
  );
});

test('after a payment of the missing sum the charge is covered', () => {
  fc.assert(
    fc.property(anyBasis, (any) => {
      const before = forecastFrom(any);
      const missing = any.blocked ? before.debt : (before.upcoming.at(-1)?.missing ?? kopecks(0));
      const after = forecastAfter(before, missing);
      expect(after.blocked).toBe(false);
      if (before.lastsUntil !== null) expect(after.lastsUntil ?? '9999').not.toBe(before.lastsUntil);
    }),
  );
});

test('only the last listed charge is uncovered, days rise, and lines add up to the charge', () => {
  fc.assert(
    fc.property(anyBasis, (any) => {
      const { upcoming } = forecastFrom(any);
      expect(upcoming.slice(0, -1).every(({ missing }) => missing === 0)).toBe(true);
      expect(upcoming.map((charge) => charge.day)).toEqual([...new Set(upcoming.map((charge) => charge.day))].sort());
      for (const { amount, parts } of upcoming) {
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
      }
    }),
  );
});
