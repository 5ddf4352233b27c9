import { describe, expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { feeIn, type Situation } from '#server/domain/services/service/situation.rules.ts';
import { dueOnReturn, feesOfPrice, isPaid, monthlyOf, type Price } from './price.rules.ts';

const today = day('2026-11-20');
const december = day('2026-12-01');

const price = (more: Partial<Price> = {}): Price => ({
  what: '1:plan',
  userId: 1,
  situation: 'active',
  returnsOn: null,
  kind: 'internet',
  programId: null,
  name: 'Волга 300',
  amount: kopecks(55000),
  unit: 'month',
  from: null,
  until: null,
  promo: null,
  promoUntil: null,
  charged: { from: day('2026-11-01'), until: december, amount: kopecks(55000) },
  ...more,
});

const billing = { today, billingDay: 1 };
const feeOf = (of: Price) => feesOfPrice(of, billing)[0] ?? null;

test.each(Object.keys(feeIn) as Situation[])(
  'the fee of a service that is «%s» runs as the table says',
  (situation) => {
    const fee = feeOf(price({ situation }));
    if (feeIn[situation] === 'yes' || feeIn[situation] === 'after_debt') expect(fee).toMatchObject({ from: null });
    else expect(fee).toBeNull();
  },
);

test('the fee of a paused service begins on the day of return, or when the price begins', () => {
  const paused = price({ situation: 'paused', returnsOn: day('2026-12-05') });
  expect(feeOf(paused)?.from).toBe('2026-12-05');
  expect(feeOf({ ...paused, from: day('2026-12-10') })?.from).toBe('2026-12-10');
  expect(feeOf({ ...paused, from: day('2026-11-25') })?.from).toBe('2026-12-05');
  expect(feeOf({ ...paused, returnsOn: december })?.from).toBeNull();
});

test('a price of zero gives no fee', () => {
  expect(feeOf(price({ amount: kopecks(0) }))).toBeNull();
});

test('a plan has its kind in the text, a program only its name', () => {
  expect(feeOf(price())?.text).toBe('Интернет «Волга\u00a0300»');
  expect(feeOf(price({ kind: null, name: 'Статический адрес' }))?.text).toBe('Статический адрес');
});

test("a month counts today's prices, thirty times for daily ones, whatever the state", () => {
  const prices = [
    price({ situation: 'paused', until: december }),
    price({ situation: 'paused', from: december, amount: kopecks(69000) }),
    price({ situation: 'paused', unit: 'day', amount: kopecks(100) }),
  ];
  expect(monthlyOf(prices, today)).toBe(58000);
  expect(monthlyOf(prices, december)).toBe(72000);
});

test('an uncharged fee is charged tomorrow, for the days up to the billing day', () => {
  expect(feeOf(price({ charged: null }))?.from).toBe('2026-11-21');
  expect(feeOf(price({ charged: null, unit: 'day' }))?.from).toBeNull();
});

test('the promotion price counts up to its end, then the regular price', () => {
  const promo = { promo: kopecks(100), promoUntil: day('2026-12-15') };
  expect(feesOfPrice(price(promo), billing)).toMatchObject([
    { amount: 100, from: null, until: '2026-12-15' },
    { amount: 55000, from: '2026-12-15', until: null },
  ]);
  expect(feesOfPrice(price({ ...promo, promo: kopecks(0) }), billing)).toMatchObject([
    { amount: 55000, from: '2026-12-15' },
  ]);
});

test('ignores a promotion that is over before the price begins', () => {
  const coming = price({ charged: null, from: december, promo: kopecks(100), promoUntil: day('2026-11-25') });
  expect(feesOfPrice(coming, billing)).toMatchObject([{ amount: 55000, from: null }]);
  const returning = { ...coming, from: null, situation: 'paused' as const, returnsOn: december };
  expect(feesOfPrice(returning, billing)).toMatchObject([{ amount: 55000, from: null }]);
});

test('days charged beyond the end of a price are given back on that day', () => {
  const ends = price({ until: day('2026-11-25') });
  expect(feesOfPrice(ends, billing)).toMatchObject([
    { amount: 55000, until: '2026-11-25' },
    { amount: -11000, unit: 'once', from: '2026-11-25' },
  ]);
});

test('the payment of a debt includes what is due today and not charged', () => {
  const debt = { situation: 'debt' as const, charged: null };
  const prices = [
    price(debt),
    price({ ...debt, unit: 'day', amount: kopecks(1900) }),
    price({ ...debt, unit: 'once', amount: kopecks(700) }),
    price({ situation: 'debt' }),
    price({ situation: 'operator', charged: null }),
  ];
  // Eleven days of thirty are left of November.
  expect(dueOnReturn(prices, billing).map(({ amount }) => amount)).toEqual([20_167, 1900, 700]);
});

describe('a promotion', () => {
  const promo = { promo: kopecks(30000), promoUntil: day('2026-12-15') };

  test('that began after the following days had been charged leaves them as they are', () => {
    expect(feesOfPrice(price({ ...promo, promoUntil: day('2026-11-25') }), billing).at(-1)).toMatchObject({
      amount: 55000,
      from: null,
    });
  });

  test('ends with the price itself', () => {
    expect(feesOfPrice(price({ ...promo, until: day('2026-12-10') }), billing)[0]?.until).toBe('2026-12-10');
    expect(feesOfPrice(price({ ...promo, until: day('2026-12-20') }), billing)[0]?.until).toBe('2026-12-15');
  });

  test('that ends today is followed by the catalogue from tomorrow, also in debt', () => {
    const ends = price({ situation: 'debt', charged: null, promo: kopecks(30000), promoUntil: day('2026-11-21') });
    expect(feesOfPrice(ends, billing).at(-1)).toMatchObject({ amount: 55000, from: '2026-11-21' });
  });
});

test('a price that changes on its first charge is one fee', () => {
  const steps = [{ from: december, amount: kopecks(69000) }];
  expect(feesOfPrice(price({ steps }), billing)).toMatchObject([{ amount: 69000, from: null, until: null }]);
  const later = [...steps, { from: day('2027-01-01'), amount: kopecks(79000) }];
  expect(feesOfPrice(price({ steps: later }), billing)).toMatchObject([
    { amount: 69000, from: null, until: '2027-01-01' },
    { amount: 79000, from: '2027-01-01', until: null },
  ]);
});

test('the fee of a service in debt begins on the billing day after its return; on hold nothing is due before', () => {
  const debt = price({ situation: 'debt', charged: null });
  expect(feeOf(debt)?.from).toBeNull();
  expect(feesOfPrice(debt, { ...billing, chargedTo: day('2026-11-24') })[0]?.from).toBe('2026-11-25');
  expect(feesOfPrice(debt, { ...billing, chargedTo: null })).toEqual([]);
});

test('the run charges what works or returns on a known day', () => {
  const situations = Object.keys(feeIn) as Situation[];
  const paid = (returnsOn: Price['returnsOn']) => situations.filter((situation) => isPaid({ situation, returnsOn }));
  const working = situations.filter((situation) => feeIn[situation] === 'yes');
  expect(paid(null)).toEqual(working);
  expect(new Set(paid(december))).toEqual(new Set([...working, 'paused']));
});

describe('what is due when a debt is paid today', () => {
  const due = (more: Partial<Price>) =>
    dueOnReturn([price({ situation: 'debt', charged: null, ...more })], billing).map(({ amount }) => amount);

  test('is a price that has begun and not ended', () => {
    expect(due({ from: today })).toEqual([20_167]);
    expect(due({ from: day('2026-11-21') })).toEqual([]);
    expect(due({ until: today })).toEqual([]);
    expect(due({ unit: 'day', until: today })).toEqual([]);
    // One day of thirty.
    expect(due({ until: day('2026-11-21') })).toEqual([1833]);
  });

  test('is what is not charged for today', () => {
    const charged = (until: string) => ({ from: day('2026-11-01'), until: day(until), amount: kopecks(1) });
    expect(due({ charged: charged('2026-11-20') })).toEqual([20_167]);
    expect(due({ charged: charged('2026-11-21') })).toEqual([]);
  });

  test('costs something, be it a kopeck', () => {
    expect(due({ unit: 'day', amount: kopecks(1) })).toEqual([1]);
    expect(due({ amount: kopecks(0) })).toEqual([]);
  });

  test('has the price of a promotion before the day on which it ends', () => {
    const promo = (until: string) => ({ promo: kopecks(30000), promoUntil: day(until) });
    // Five days of thirty.
    expect(due(promo('2026-11-25'))).toEqual([5000]);
    expect(due({ ...promo('2026-11-25'), until: day('2026-11-23') })).toEqual([3000]);
    expect(due(promo('2026-11-20'))).toEqual([20_167]);
    expect(due(promo('2026-11-19'))).toEqual([20_167]);
  });
});
