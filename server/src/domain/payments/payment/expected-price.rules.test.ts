import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Price } from '#server/domain/billing/forecast/price.rules.ts';
import { forecastAfter, forecastFrom, type ForecastBasis } from '#server/domain/billing/forecast/forecast.rules.ts';
import { expectedPrice, reachOf, suggestions, usualMonth } from './expected-price.rules.ts';

const LIMITS = { smallest: kopecks(10_00), largest: kopecks(100_000_00) };
const NOVEMBER_20 = '2026-11-20' as Day;

const basis = (change: Partial<ForecastBasis> = {}): ForecastBasis => ({
  today: NOVEMBER_20,
  balance: kopecks(1234_50),
  creditLimit: kopecks(0),
  billingDay: 1,
  blocked: false,
  dueOnReturn: [],
  fees: [
    { text: 'Интернет', amount: kopecks(900_00), unit: 'month', from: null, until: null },
    { text: 'ТВ', amount: kopecks(279_00), unit: 'month', from: null, until: null },
  ],
  ...change,
});

const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

test('requests what the first uncovered charge lacks, in whole roubles, with the reason', () => {
  const price = expectedPrice(forecastFrom(basis()), [], LIMITS);
  expect(price).toEqual({
    amount: 1124_00,
    parts: [
      { text: 'Интернет', amount: 900_00 },
      { text: 'ТВ', amount: 279_00 },
      { text: 'Останется на счёте к 1\u00a0января\u00a02027', amount: -55_50 },
      { text: 'Округление до рубля', amount: 50 },
    ],
  });
});

test('suggests one, two and three months', () => {
  expect(suggestions(forecastFrom(basis()), LIMITS)).toEqual([
    { months: 1, amount: 1124_00, lastsUntil: '2027-02-01' },
    { months: 2, amount: 2303_00, lastsUntil: '2027-03-01' },
    { months: 3, amount: 3482_00, lastsUntil: '2027-04-01' },
  ]);
});

test('reaches each billing day; the suggested sums are among them', () => {
  expect(reachOf(forecastFrom(basis()), LIMITS)).toEqual([
    { day: '2027-02-01', amount: 1124_00 },
    { day: '2027-03-01', amount: 2303_00 },
    { day: '2027-04-01', amount: 3482_00 },
  ]);
  expect(reachOf(forecastFrom(basis({ fees: [] })), LIMITS)).toEqual([]);
});

test('with charges by the day, reaches every day', () => {
  const daily = forecastFrom(
    basis({
      balance: kopecks(110_00),
      fees: [{ text: 'Интернет', amount: kopecks(20_00), unit: 'day', from: null, until: null }],
    }),
  );
  expect(reachOf(daily, LIMITS).slice(0, 3)).toEqual([
    { day: '2026-11-27', amount: 10_00 + 0 },
    { day: '2026-11-28', amount: 30_00 },
    { day: '2026-11-29', amount: 50_00 },
  ]);
});

test('a daily plan is requested by the month, too', () => {
  const daily = forecastFrom(
    basis({
      balance: kopecks(110_00),
      fees: [{ text: 'Интернет', amount: kopecks(20_00), unit: 'day', from: null, until: null }],
    }),
  );
  // Paid up to 25 November; thirty days more, up to 26 December.
  expect(suggestions(daily, LIMITS)[0]).toEqual({ months: 1, amount: 590_00, lastsUntil: '2026-12-26' });
  expect(expectedPrice(daily, [], LIMITS)).toEqual({
    amount: 590_00,
    parts: [
      { text: 'Интернет, 30\u00a0дней', amount: 600_00 },
      { text: 'Останется на счёте к 26\u00a0ноября', amount: -10_00 },
    ],
  });
});

test('what ends or begins in that month counts only while it runs', () => {
  const changing = forecastFrom(
    basis({
      balance: kopecks(0),
      fees: [
        { text: 'Старый', amount: kopecks(900_00), unit: 'month', from: null, until: '2026-12-15' as Day },
        { text: 'Новый', amount: kopecks(1200_00), unit: 'month', from: '2026-12-15' as Day, until: null },
      ],
    }),
  );
  expect(suggestions(changing, LIMITS).map(({ amount }) => amount)).toEqual([1065_00, 2265_00, 3465_00]);
});

test('after a block for debt requests the debt, explained by the latest charges', () => {
  const owing = forecastFrom(basis({ balance: kopecks(-628_50), blocked: true }));
  const past = [
    { day: '2026-11-01' as Day, text: 'Интернет', amount: kopecks(600_00) },
    { day: '2026-11-01' as Day, text: 'ТВ', amount: kopecks(279_00) },
    { day: '2026-10-01' as Day, text: 'Интернет', amount: kopecks(600_00) },
  ];
  expect(expectedPrice(owing, past, LIMITS)).toEqual({
    amount: 629_00,
    parts: [
      { text: 'Интернет', amount: 600_00 },
      { text: 'ТВ', amount: 279_00 },
      { text: 'Было на счёте', amount: -250_50 },
      { text: 'Округление до рубля', amount: 50 },
    ],
  });
});

test('requests what is due on the day of return, minus the balance', () => {
  const due = [{ text: 'Интернет', amount: kopecks(300_00) }];
  const owing = (balance: number) =>
    expectedPrice(forecastFrom(basis({ balance: kopecks(balance), blocked: true, dueOnReturn: due })), [], LIMITS);
  expect(owing(100_00)).toEqual({
    amount: 200_00,
    parts: [...due, { text: 'Есть на счёте', amount: -100_00 }],
  });
  expect(owing(-50_00)).toEqual({ amount: 350_00, parts: [...due, { text: 'Долг за прежние месяцы', amount: 50_00 }] });
});

test('with nothing to pay suggests the smallest payment', () => {
  const price = expectedPrice(forecastFrom(basis({ fees: [] })), [], LIMITS);
  expect(price).toEqual({ amount: 10_00, parts: [{ text: 'До наименьшего платежа 10\u00a0₽', amount: 10_00 }] });
  expect(suggestions(forecastFrom(basis({ fees: [] })), LIMITS)).toEqual([]);
});

const lines = (price: ReturnType<typeof expectedPrice>) =>
  price.parts.map(({ text, amount }) => [text.replaceAll('\u00a0', ' '), amount]);

describe('how a sum is made up', () => {
  test('the credit limit lowers it; an earlier debt raises it', () => {
    const owing = forecastFrom(basis({ balance: kopecks(-100_00), creditLimit: kopecks(300_00) }));
    expect(lines(expectedPrice(owing, [], LIMITS))).toEqual([
      ['Интернет', 900_00],
      ['ТВ', 279_00],
      ['Долг к 1 декабря', 100_00],
      ['Кредитный лимит', -300_00],
    ]);
    const blocked = basis({ balance: kopecks(-500_00), creditLimit: kopecks(300_00), blocked: true });
    expect(lines(expectedPrice(forecastFrom(blocked), [], LIMITS))).toEqual([
      ['Долг за прежние месяцы', 500_00],
      ['Кредитный лимит', -300_00],
    ]);
  });

  test('an account that is neither below nor above zero is not mentioned', () => {
    expect(lines(expectedPrice(forecastFrom(basis({ balance: kopecks(0) })), [], LIMITS))).toEqual([
      ['Интернет', 900_00],
      ['ТВ', 279_00],
    ]);
  });

  test('beyond the largest payment only that is asked for', () => {
    const small = { smallest: kopecks(10_00), largest: kopecks(1000_00) };
    const price = expectedPrice(forecastFrom(basis({ balance: kopecks(0) })), [], small);
    expect(price.amount).toBe(1000_00);
    expect(lines(price).at(-1)).toEqual(['Больше 1 000 ₽ за раз не принимаем', -179_00]);
  });

  test('past charges explain a debt as far as it goes', () => {
    const owing = forecastFrom(basis({ balance: kopecks(-900_00), blocked: true }));
    const charge = (text: string, amount: number) => ({ day: '2026-11-01' as Day, text, amount: kopecks(amount) });
    const parts = (...past: ReturnType<typeof charge>[]) => lines(expectedPrice(owing, past, LIMITS));
    const paid = [
      ['Интернет', 600_00],
      ['ТВ', 300_00],
    ];
    expect(parts(charge('Интернет', 600_00), charge('ТВ', 300_00), charge('ТВ', 1))).toEqual(paid);
    expect(parts(charge('Интернет', 500_00), charge('ТВ', 300_00), charge('Интернет', 100_00))).toEqual(paid);
    expect(parts(charge('Интернет', 899_99))).toEqual([
      ['Интернет', 899_99],
      ['Долг за прежние месяцы', 1],
    ]);
  });
});

test('a single kopeck counts, whether it is owed, missing or there', () => {
  const owing = forecastFrom(basis({ balance: kopecks(-1), blocked: true }));
  expect(lines(expectedPrice(owing, [], LIMITS))[0]).toEqual(['Долг за прежние месяцы', 1]);
  expect(reachOf(owing, LIMITS)[0]).toEqual({ day: '2026-12-01', amount: 10_00 });
  expect(lines(expectedPrice(forecastFrom(basis({ balance: kopecks(1178_99) })), [], LIMITS))[0]).toEqual([
    'Интернет',
    900_00,
  ]);
  const kopeck = forecastFrom(basis({ balance: kopecks(1) }));
  expect(lines(expectedPrice(kopeck, [], LIMITS))[2]).toEqual(['Останется на счёте к 1 декабря', -1]);
});

describe('what is offered', () => {
  test('are sums that may be paid at once, each once', () => {
    const small = (largest: number) => ({ smallest: kopecks(10_00), largest: kopecks(largest) });
    const offered = (largest: number) => suggestions(forecastFrom(basis()), small(largest)).map(({ months }) => months);
    expect(offered(2302_50)).toEqual([1, 2]);
    expect(offered(2302_49)).toEqual([1]);
    const cheap = basis({
      balance: kopecks(0),
      fees: [{ text: 'Почта', amount: kopecks(3_00), unit: 'month', from: null, until: null }],
    });
    expect(suggestions(forecastFrom(cheap), LIMITS).map(({ months }) => months)).toEqual([1]);
  });

  test('are days that one payment reaches, at most a hundred and forty ahead', () => {
    const reach = (largest: number) =>
      reachOf(forecastFrom(basis()), { smallest: kopecks(10_00), largest: kopecks(largest) }).map(({ day }) => day);
    expect(reach(1123_50)).toEqual(['2027-02-01']);
    expect(reach(1123_49)).toEqual([]);
    const on = (billingDay: number) =>
      reachOf(forecastFrom(basis({ billingDay, balance: kopecks(0) })), LIMITS).map(({ day }) => day);
    // A hundred and forty days from 20 November are 9 April.
    expect(on(9).at(-1)).toBe('2027-04-09');
    expect(on(10).at(-1)).toBe('2027-03-10');
  });
});

const anyBasis = fc
  .record({
    balance: fc.integer({ min: -3000_00, max: 5000_00 }),
    limit: fc.integer({ min: 0, max: 2000_00 }),
    billingDay: fc.integer({ min: 1, max: 31 }),
    blocked: fc.boolean(),
    fees: fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 2000_00 }),
        unit: fc.constantFrom('month' as const, 'day' as const),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ balance, limit, billingDay, blocked, fees }) =>
    basis({
      balance: kopecks(balance),
      creditLimit: kopecks(Math.max(limit, -balance)),
      billingDay,
      blocked: blocked && balance < 0,
      fees: fees.map(({ amount, unit }) => ({ text: unit, amount: kopecks(amount), unit, from: null, until: null })),
    }),
  );

test('parts add up to the sum, and the sum has the promised effect', () => {
  fc.assert(
    fc.property(anyBasis, (any) => {
      const forecast = forecastFrom(any);
      const { amount, parts } = expectedPrice(forecast, [], LIMITS);
      expect(sumOf(parts)).toBe(amount);
      expect(amount % 100).toBe(0);
      expect(amount).toBeGreaterThanOrEqual(LIMITS.smallest);
      const after = forecastAfter(forecast, amount);
      expect(after.debt).toBe(0);
      if (!any.blocked)
        expect(after.lastsUntil ?? '9999').toSatisfy((day: string) => day > (forecast.lastsUntil ?? ''));
    }),
  );
});

test('each suggestion lasts for its months, and a rouble less does not', () => {
  fc.assert(
    fc.property(anyBasis, (any) => {
      const forecast = forecastFrom(any);
      for (const { amount, lastsUntil } of suggestions(forecast, LIMITS)) {
        if (lastsUntil === null || amount === LIMITS.smallest) continue;
        const less = forecastAfter(forecast, kopecks(amount - 100));
        expect(less.lastsUntil === null || less.lastsUntil < lastsUntil || less.debt > 0).toBe(true);
      }
    }),
  );
});

test('each day of the reach comes from its sum, in order, and a rouble less does not reach it', () => {
  fc.assert(
    fc.property(anyBasis, (any) => {
      const forecast = forecastFrom(any);
      const stops = reachOf(forecast, LIMITS);
      expect(stops.map(({ day }) => day)).toEqual([...new Set(stops.map(({ day }) => day))].sort());
      for (const { day, amount } of stops) {
        expect(forecastAfter(forecast, amount).lastsUntil).toBe(day);
        if (amount === LIMITS.smallest) continue;
        const less = forecastAfter(forecast, kopecks(amount - 100));
        expect(less.debt > 0 || (less.lastsUntil ?? '9999') < day).toBe(true);
      }
    }),
  );
});

describe('beside another billing, whose days of charging are not known,', () => {
  const sold = (change: Partial<Price>): Price => ({
    what: 'plan:1',
    userId: 1,
    situation: 'active',
    returnsOn: null,
    kind: 'internet',
    programId: null,
    name: 'Сто',
    amount: kopecks(450_00),
    unit: 'month',
    from: null,
    until: null,
    promo: null,
    promoUntil: null,
    charged: null,
    ...change,
  });
  const prices = [
    sold({}),
    sold({ what: 'option:1', kind: null, name: 'Адрес', amount: kopecks(5_00), unit: 'day' }),
    sold({ what: 'plan:2', kind: 'tv', name: 'Домашний', amount: kopecks(240_00), situation: 'paused' }),
  ];
  const asked = (balance: number) => usualMonth({ prices, balance: kopecks(balance), today: NOVEMBER_20 }, LIMITS);

  test('a month of what works is offered, and two and three of them', () => {
    expect(asked(1234_50)).toEqual({
      amount: 600_00,
      parts: [
        { text: 'Интернет «Сто»', amount: 450_00 },
        { text: 'Адрес', amount: 150_00 },
      ],
      suggested: [
        { months: 1, amount: 600_00, lastsUntil: null },
        { months: 2, amount: 1200_00, lastsUntil: null },
        { months: 3, amount: 1800_00, lastsUntil: null },
      ],
    });
  });

  test.each([
    [200_50, 400_00, { text: 'Есть на счёте', amount: -200_50 }],
    [-99_00, 699_00, { text: 'Долг', amount: 99_00 }],
  ])('of a balance of %i only what is missing', (balance, amount, part) => {
    const price = asked(balance);
    expect(price.amount).toBe(amount);
    expect(price.parts).toContainEqual(part);
    expect(sumOf(price.parts)).toBe(amount);
    expect(price.suggested.map((one) => one.amount)).toEqual([amount, amount + 600_00, amount + 1200_00]);
  });

  test('of nothing that costs anything the smallest payment', () => {
    const { amount, suggested } = usualMonth({ prices: [], balance: kopecks(0), today: NOVEMBER_20 }, LIMITS);
    expect([amount, suggested]).toEqual([10_00, []]);
  });
});
