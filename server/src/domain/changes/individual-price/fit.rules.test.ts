import { describe, expect, test } from 'vitest';
import { day, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { firstFreeDay, givenByMonth, heldBy, thingFacts, whyNotGiven, type PaidThing } from './fit.rules.ts';

const TODAY = day('2026-11-20');

/** A plan for 550 roubles a month, paid for until December. */
const thing = (own: Partial<PaidThing> = {}): PaidThing => ({
  ...{ accountId: 1, what: '17:plan', userId: 17, soldKind: 'plan', soldId: 3, situation: 'active', returnsOn: null },
  ...{ kind: 'internet', programId: null, name: 'Волга 300', amount: kopecks(550_00), unit: 'month' },
  ...{ from: null, until: null, promo: null, promoUntil: null },
  charged: { from: day('2026-11-01'), until: day('2026-12-01'), amount: kopecks(550_00) },
  ...own,
});
type Terms = Parameters<typeof whyNotGiven>[1];
const discount = (percent: number): Terms => ({ price: null, percent });
const price = (sum: number): Terms => ({ price: kopecks(sum), percent: null });
const whyNot = (from: string, lastDay: string | null, terms = discount(10), of = thing()): string =>
  (
    whyNotGiven(of, terms, { from: day(from), lastDay: lastDay === null ? null : day(lastDay) }, TODAY) ?? 'possible'
  ).replaceAll('\u00a0', ' ');

describe('an own price', () => {
  test.each([
    ['2026-11-20', null, 'possible'],
    ['2026-11-19', null, 'Первый день уже прошёл: можно с сегодняшнего дня или позже'],
    ['2027-11-20', null, 'possible'],
    ['2027-11-21', null, 'Первый день — не позже чем через год'],
    ['2026-12-05', '2026-12-05', 'possible'],
    ['2026-12-05', '2026-12-04', 'Последний день раньше первого'],
    ['2026-11-20', '2026-12-01', 'possible'],
    ['2026-11-20', '2026-11-30', 'По 30 ноября уже начислено или действует акция: выберите последний день позже'],
  ])('from %s to %s: %s', (from, lastDay, says) => {
    expect(whyNot(from, lastDay)).toBe(says);
  });

  test('is below the full price, of which an own price before says nothing; what is free needs none', () => {
    expect(whyNot('2026-12-01', null, price(549_99))).toBe('possible');
    expect(whyNot('2026-12-01', null, price(550_00))).toBe('Своя цена должна быть ниже обычной');
    const cheap = thing({ amount: kopecks(300_00), full: kopecks(550_00) });
    expect(whyNot('2026-12-01', null, price(400_00), cheap)).toBe('possible');
    expect(whyNot('2026-12-01', null, discount(10), thing({ amount: kopecks(0) }))).toBe('Это и так бесплатно');
    expect(whyNot('2026-12-01', null, price(0), thing({ amount: kopecks(1) }))).toBe('possible');
  });

  test('begins when nothing is charged and no promotion is on', () => {
    expect(firstFreeDay(thing(), day('2026-11-25'))).toBe('2026-12-01');
    expect(firstFreeDay(thing({ charged: null }), day('2026-11-25'))).toBe('2026-11-25');
    const promotion = { promo: kopecks(100_00), promoUntil: day('2027-02-01') };
    expect(firstFreeDay(thing(promotion), day('2026-11-25'))).toBe('2027-02-01');
    expect(firstFreeDay(thing(promotion), day('2027-03-01'))).toBe('2027-03-01');
    expect(firstFreeDay(thing({ ...promotion, promo: null }), day('2026-11-25'))).toBe('2026-12-01');
  });

  test('costs the provider its difference by the month, thirty days of what is paid by the day', () => {
    expect(givenByMonth(thing(), discount(20))).toBe(110_00);
    expect(givenByMonth(thing({ full: kopecks(600_00) }), price(550_00))).toBe(50_00);
    expect(givenByMonth(thing({ unit: 'day', amount: kopecks(20_00) }), price(15_00))).toBe(150_00);
  });

  test.each<[string, string | null, boolean]>([
    ['2026-12-01', '2027-01-01', false],
    ['2026-12-01', '2027-01-02', true],
    ['2027-02-28', null, true],
    ['2027-03-01', null, false],
    ['2026-12-01', null, true],
  ])('for the days from %s until %s meets one of January and February: %s', (from, until, meets) => {
    const held = [{ id: 1, ...discount(10), from: day('2027-01-01'), until: day('2027-03-01') }];
    expect(heldBy(held, { from: day(from), until: until as Day | null }, TODAY) !== null).toBe(meets);
    // One without end meets all that follow.
    expect(heldBy([{ ...held[0]!, until: null }], { from: day('2030-01-01'), until: null }, TODAY)).not.toBeNull();
  });

  test.each<[Partial<PaidThing>, string]>([
    [{}, '/internet/17'],
    [{ kind: 'tv' }, '/tv/17'],
    [{ phoneNumber: '8482000001' }, '/telephone/8482000001'],
    [{ kind: null }, '/'],
    [{ kind: 'suspension' }, '/'],
    [{ userId: null }, '/'],
  ])('%o leads to %s', (own, screen) => {
    expect(thingFacts(thing(own)).screen).toBe(screen);
  });

  test.each(['day', 'month'] as const)('of what is paid by the %s is told by it', (unit) => {
    expect(thingFacts(thing({ unit })).unit).toBe(unit);
  });
});
