import { describe, expect, test } from 'vitest';
import { day, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { newPriceFor, ownPrice } from './own-price.rules.ts';
import type { Price } from './price.rules.ts';
import { monthlyOn, rateOn } from './rate.rules.ts';
import { withSteps, type PriceChange } from './step.rules.ts';

const TODAY = day('2026-11-20');
const BILLING = { today: TODAY, billingDay: 1 };

const price = (more: Partial<Price> = {}): Price => ({
  what: '1:plan',
  userId: 1,
  situation: 'active',
  returnsOn: null,
  kind: 'internet',
  programId: null,
  name: 'Волга 300',
  amount: kopecks(550_00),
  unit: 'month',
  from: null,
  until: null,
  promo: null,
  promoUntil: null,
  charged: { from: day('2026-11-01'), until: day('2026-12-01'), amount: kopecks(550_00) },
  ...more,
});
const sold = (more: Partial<Price> & { soldSince?: Day | null; soldId?: number } = {}) => ({
  ...price(),
  soldKind: 'plan' as const,
  soldId: 3,
  soldSince: day('2025-01-01'),
  ...more,
});
const change = (from: string, amount: number, more: Partial<PriceChange> = {}): PriceChange => ({
  soldKind: 'plan',
  soldId: 3,
  from: day(from),
  amount: kopecks(amount),
  ...more,
});

describe('a price that changes', () => {
  const changed = (changes: PriceChange[], more: Parameters<typeof sold>[0] = {}, billing = BILLING) => {
    const [one] = withSteps([sold(more)], { changes, individual: [] }, billing);
    return [one!.amount, ...(one!.steps ?? []).map(({ from, amount }) => [from, amount])];
  };
  const dearer = [change('2025-01-01', 500_00), change('2026-12-15', 690_00)];

  test('is charged by the month from the next billing day on', () => {
    expect(changed(dearer)).toEqual([500_00, ['2027-01-01', 690_00]]);
    expect(changed([change('2025-01-01', 500_00), change('2026-12-01', 690_00)])).toEqual([
      500_00,
      ['2026-12-01', 690_00],
    ]);
  });

  test('is charged by the day from its own day on', () => {
    expect(changed(dearer, { unit: 'day', charged: null })).toEqual([500_00, ['2026-12-15', 690_00]]);
    expect(changed([change('2025-01-01', 19_00), change('2026-11-20', 25_00)], { unit: 'day', charged: null })).toEqual(
      [25_00],
    );
    expect(changed([change('2025-01-01', 19_00), change('2026-11-21', 25_00)], { unit: 'day', charged: null })).toEqual(
      [19_00, ['2026-11-21', 25_00]],
    );
  });

  test('is that of the beginning of the period, or of the day on which it was sold in it', () => {
    const risen = [change('2025-01-01', 500_00), change('2026-11-10', 690_00)];
    expect(changed(risen)).toEqual([500_00, ['2026-12-01', 690_00]]);
    expect(changed(risen, { soldSince: day('2026-11-09') })).toEqual([500_00, ['2026-12-01', 690_00]]);
    expect(changed(risen, { soldSince: day('2026-11-10') })).toEqual([690_00]);
    expect(changed(risen, { soldSince: day('2026-11-15') })).toEqual([690_00]);
  });

  test('does not change where the price has ended before', () => {
    expect(changed(dearer, { until: day('2027-01-01') })).toEqual([500_00]);
    expect(changed(dearer, { until: day('2027-01-02') })).toEqual([500_00, ['2027-01-01', 690_00]]);
  });

  test('is that of its first day, if it begins later', () => {
    expect(changed(dearer, { from: day('2026-12-20'), soldSince: day('2026-12-20'), charged: null })).toEqual([690_00]);
    expect(changed(dearer, { from: day('2026-12-14'), soldSince: day('2026-12-14'), charged: null })).toEqual([
      500_00,
      ['2027-01-01', 690_00],
    ]);
  });

  test('of a price that begins after tomorrow is that of its first day', () => {
    const from = (first: string) => ({ unit: 'day', charged: null, from: day(first), soldSince: day(first) }) as const;
    const changes = [change('2025-01-01', 19_00), change('2026-11-22', 25_00)];
    expect(changed(changes, from('2026-11-22'))).toEqual([25_00]);
    expect(changed(changes, from('2026-11-21'))).toEqual([19_00, ['2026-11-22', 25_00]]);
  });

  test('after a promotion is that of the day on which the promotion ends', () => {
    const promo = { promo: kopecks(100_00), promoUntil: day('2026-12-20') };
    expect(changed(dearer, promo)).toEqual([500_00, ['2026-12-20', 690_00]]);
    expect(changed(dearer, { ...promo, promoUntil: day('2026-12-10') })).toEqual([500_00, ['2027-01-01', 690_00]]);
  });

  test('tells only what differs from the price before', () => {
    expect(changed([change('2025-01-01', 500_00), change('2026-12-15', 500_00)])).toEqual([500_00]);
    expect(changed([...dearer, change('2027-03-01', 690_00), change('2027-05-02', 500_00)])).toEqual([
      500_00,
      ['2027-01-01', 690_00],
      ['2027-06-01', 500_00],
    ]);
  });

  test('before the first known price is its own', () => {
    expect(changed([change('2026-12-15', 690_00)])).toEqual([550_00, ['2027-01-01', 690_00]]);
  });

  test('is that of the same thing sold', () => {
    const others = [change('2026-12-01', 1, { soldId: 4 }), change('2026-12-01', 2, { soldKind: 'option' })];
    expect(withSteps([sold(), price()], { changes: others, individual: [] }, BILLING)).toEqual([sold(), price()]);
    expect(withSteps([price()], { changes: [], individual: [] }, BILLING)).toEqual([price()]);
  });
});

describe('what a contract pays for something', () => {
  const sale = { soldKind: 'plan', soldId: 3 } as const;

  test('is the price of the same service, with the next one', () => {
    const steps = [{ from: day('2027-01-01'), amount: kopecks(690_00) }];
    expect(ownPrice([sold({ userId: 2, amount: kopecks(1) }), sold()], sale, 1, TODAY)).toEqual({ price: 550_00 });
    expect(ownPrice([sold({ steps })], sale, 1, TODAY)).toEqual({
      price: 550_00,
      new_price: { price: 690_00, from: '2027-01-01' },
    });
  });

  test('is unknown for what it does not have', () => {
    expect(ownPrice([sold()], sale, null, TODAY)).toBeUndefined();
    expect(ownPrice([sold()], { ...sale, soldId: 4 }, 1, TODAY)).toBeUndefined();
    expect(ownPrice([sold()], { ...sale, soldKind: 'option' }, 1, TODAY)).toBeUndefined();
  });

  test('is not the price after a suspension', () => {
    const after = { ...sold({ amount: kopecks(1) }), resumesOn: day('2026-12-05') };
    expect(ownPrice([after, { ...sold(), resumesOn: null }], sale, 1, TODAY)).toEqual({ price: 550_00 });
  });
});

test('a planned price of what one may take begins on the own billing day, of what is paid by the day at once', () => {
  const coming = (from: string) => ({ price: kopecks(690_00), from: day(from) });
  expect(newPriceFor(null, 'month', 1)).toEqual({});
  expect(newPriceFor(coming('2026-12-15'), 'day', 1)).toEqual({ new_price: coming('2026-12-15') });
  expect(newPriceFor(coming('2026-12-15'), 'month', 1)).toEqual({ new_price: coming('2027-01-01') });
  expect(newPriceFor(coming('2027-01-01'), 'month', 1)).toEqual({ new_price: coming('2027-01-01') });
  expect(newPriceFor(coming('2027-01-02'), 'month', 1)).toEqual({ new_price: coming('2027-02-01') });
});

describe('the rate on a day', () => {
  const daily = price({ unit: 'day', amount: kopecks(10_00) });
  const once = price({ unit: 'once', amount: kopecks(700_00), from: TODAY });

  test('is the sum of the regular prices of the day; by the day, if one is', () => {
    expect(rateOn([], TODAY)).toBeNull();
    expect(rateOn([once], TODAY)).toBeNull();
    expect(rateOn([price({ until: TODAY })], TODAY)).toBeNull();
    expect(rateOn([price(), price({ kind: null, amount: kopecks(50_00) }), once], TODAY)).toEqual({
      amount: 600_00,
      unit: 'month',
    });
    expect(rateOn([daily, price({ unit: 'day', amount: kopecks(0) })], TODAY)).toEqual({ amount: 10_00, unit: 'day' });
  });

  test('is that of a promotion before its last day', () => {
    const promoted = price({ promo: kopecks(100_00), promoUntil: day('2026-12-01') });
    expect(rateOn([promoted], day('2026-11-30'))?.amount).toBe(100_00);
    expect(rateOn([promoted], day('2026-12-01'))?.amount).toBe(550_00);
  });

  test('of thirty days counts neither suspended services nor their suspension', () => {
    expect(monthlyOn([price(), daily, once], TODAY)).toBe(850_00);
    expect(monthlyOn([price({ situation: 'paused' }), price({ kind: 'suspension', unit: 'day' })], TODAY)).toBe(0);
    expect(monthlyOn([price({ until: TODAY }), price({ from: TODAY, amount: kopecks(690_00) })], TODAY)).toBe(690_00);
  });
});
