import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, day, instant, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { forecastFrom, type ForecastBasis, type Forecast } from '../forecast/forecast.rules.ts';
import {
  afterTaking,
  isOffer,
  isQuestion,
  shortfall,
  termsOf,
  toPay,
  withPromise,
  withoutPromise,
  type PromiseCircumstances,
  type PromisedPayment,
  type PromiseSettings,
} from './promised-payment.rules.ts';

const TODAY = day('2026-11-20');
const SETTINGS: PromiseSettings = {
  days: 3,
  fee: kopecks(30_00),
  most: kopecks(1500_00),
  interval_days: 28,
  tenure_days: 30,
};

const basis = (own: Partial<ForecastBasis> = {}): ForecastBasis => ({
  today: TODAY,
  balance: kopecks(-628_50),
  creditLimit: kopecks(0),
  billingDay: 19,
  blocked: true,
  dueOnReturn: [],
  fees: [{ text: 'Интернет', amount: kopecks(690_00), unit: 'month', from: null, until: null }],
  ...own,
});

const circumstances = (own: Partial<PromiseCircumstances> = {}): PromiseCircumstances => ({
  forecast: forecastFrom(basis()),
  settings: SETTINGS,
  openedOn: day('2025-01-01'),
  isActive: true,
  last: undefined,
  ...own,
});

const promised = (own: Partial<PromisedPayment> = {}): PromisedPayment => ({
  amount: kopecks(659_00),
  fee: kopecks(30_00),
  takenOn: day('2026-11-01'),
  takenAt: instant(new Date('2026-11-01T10:00:00Z')),
  endsOn: day('2026-11-05'),
  state: 'repaid',
  ...own,
});

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const refusedFor = (own: Partial<PromiseCircumstances>) => {
  const terms = termsOf(circumstances(own));
  return isOffer(terms) || isQuestion(terms) ? terms : [plain(terms.reason), terms.from];
};
/** An account whose money lasts to a billing day. */
const works = (balance: number, billingDay: number) =>
  forecastFrom(basis({ balance: kopecks(balance), blocked: false, billingDay }));

test('gives the missing sum with the fee, in whole roubles, through three whole days after today', () => {
  expect(termsOf(circumstances())).toEqual({ amount: 659_00, fee: 30_00, endsOn: '2026-11-24' });
});

test('covers the charges up to its last day, but not the charge on the day of its end', () => {
  const at = (billingDay: number) => termsOf(circumstances({ forecast: forecastFrom(basis({ billingDay })) }));
  expect(at(23)).toMatchObject({ amount: 1349_00 });
  expect(at(24)).toMatchObject({ amount: 659_00 });
});

describe('is refused with the reason and the day', () => {
  test.each<[string, Partial<PromiseCircumstances>, string, string | null]>([
    ['where none is offered', { settings: undefined }, 'По этому счёту обещанного платежа нет', null],
    [
      'on a suspended contract',
      { isActive: false },
      'Договор приостановлен. Позвоните нам, и подскажем, как вернуться',
      null,
    ],
    [
      'while one is in force',
      { last: promised({ state: 'active', takenOn: TODAY, endsOn: day('2026-11-24') }) },
      'Обещанный платёж уже действует до 23 ноября, 23:59',
      '2026-12-18',
    ],
    [
      'while the last one is not repaid',
      { last: promised({ state: 'ended' }) },
      'Прошлый обещанный платёж не погашен. Заплатите долг, и с 29 ноября его снова можно будет взять',
      null,
    ],
    [
      'too soon after the last one',
      { last: promised() },
      'Его можно брать раз в 28 дней. Можно будет взять с 29 ноября',
      '2026-11-29',
    ],
    [
      'to a new client',
      { openedOn: day('2026-11-10') },
      'Доступен тем, кто с нами не меньше 30 дней. Можно будет взять с 10 декабря',
      '2026-12-10',
    ],
    [
      'beyond the largest sum',
      { forecast: forecastFrom(basis({ balance: kopecks(-2000_00) })) },
      'Не хватает 2 030 ₽, а обещанный платёж — не больше 1 500 ₽. Пополните счёт на 530 ₽, и его можно будет взять',
      null,
    ],
    [
      'while money is enough',
      { forecast: works(100_00, 1) },
      'Сейчас он не нужен: денег хватает до 1 декабря. Можно будет взять с 28 ноября',
      '2026-11-28',
    ],
    [
      'while money is enough, if the sum will just fit',
      { forecast: works(100_00, 1), settings: { ...SETTINGS, most: kopecks(620_00) } },
      'Сейчас он не нужен: денег хватает до 1 декабря. Можно будет взять с 28 ноября',
      '2026-11-28',
    ],
    [
      'where nothing is charged',
      { forecast: forecastFrom(basis({ balance: kopecks(0), blocked: false, fees: [] })) },
      'Сейчас он не нужен: денег хватает',
      null,
    ],
    [
      'and of two days the later one counts',
      { openedOn: day('2026-11-10'), last: promised() },
      'Доступен тем, кто с нами не меньше 30 дней. Можно будет взять с 10 декабря',
      '2026-12-10',
    ],
  ])('%s', (_, own, reason, from) => {
    expect(refusedFor(own)).toEqual([reason, from]);
  });
});

test('the largest sum is given, a kopeck more is not', () => {
  const owing = (balance: number) =>
    termsOf(circumstances({ forecast: forecastFrom(basis({ balance: kopecks(balance) })) }));
  expect(owing(-1470_00)).toMatchObject({ amount: 1500_00 });
  expect(isOffer(owing(-1470_01))).toBe(false);
});

test('the last day of a wait is not a day of waiting', () => {
  const tenure = (openedOn: Day) => isOffer(termsOf(circumstances({ openedOn })));
  expect([tenure(day('2026-10-21')), tenure(day('2026-10-22'))]).toEqual([true, false]);
  const interval = (takenOn: Day) => isOffer(termsOf(circumstances({ last: promised({ takenOn }) })));
  expect([interval(day('2026-10-23')), interval(day('2026-10-24'))]).toEqual([true, false]);
});

test('the day in «money is enough» is the first on which it can be taken', () => {
  const on = (today: Day) =>
    termsOf(
      circumstances({
        forecast: forecastFrom(basis({ today, balance: kopecks(100_00), blocked: false, billingDay: 1 })),
      }),
    );
  expect(isOffer(on(day('2026-11-27')))).toBe(false);
  expect(on(day('2026-11-28'))).toMatchObject({ amount: 620_00 });
});

test('a payment after which nothing is missing through the last day closes it, a kopeck less does not', () => {
  const inForce = { amount: kopecks(659_00), endsOn: day('2026-11-24') };
  const after = afterTaking(forecastFrom(basis()), { ...inForce, fee: kopecks(30_00) });
  expect(after).toMatchObject({ balance: -658_50, creditLimit: 659_00, blocked: false });
  expect(toPay(after, inForce)).toBe(659_00);
  expect(withPromise(after, inForce, kopecks(658_50))).toMatchObject({ creditLimit: 0, lastsUntil: '2026-12-19' });
  expect(withPromise(after, inForce, kopecks(658_49))).toMatchObject({ lastsUntil: '2026-11-24', upcoming: [] });
});

test('a promise for a future charge is not closed by the first small payment', () => {
  const soon = works(100_00, 22);
  const offer = termsOf(circumstances({ forecast: soon }));
  if (!isOffer(offer)) throw new Error('No offer');
  const after = afterTaking(soon, offer);
  expect(offer.amount).toBe(620_00);
  expect(toPay({ ...after, balance: kopecks(after.balance + 10_00) }, offer)).toBe(610_00);
});

describe('to the kopeck and to the day', () => {
  test('one missing kopeck is missing', () => {
    const short = works(689_99, 22);
    expect(shortfall(short, day('2026-11-22'))).toBe(1);
    expect(shortfall(short, day('2026-11-21'))).toBe(0);
    expect(shortfall(works(690_00, 22), day('2026-11-22'))).toBe(0);
  });

  test('money is enough: the day is told only if the sum of the first uncovered charge will fit', () => {
    const from = (balance: number, most: number) => {
      const terms = termsOf(
        circumstances({ forecast: works(balance, 1), settings: { ...SETTINGS, most: kopecks(most) } }),
      );
      return 'from' in terms ? terms.from : terms;
    };
    expect([from(100_00, 620_00), from(100_00, 619_99)]).toEqual(['2026-11-28', null]);
    // The charge of December is covered whole, the one of January is not.
    expect([from(700_00, 710_00), from(700_00, 709_00)]).toEqual(['2026-12-29', null]);
    expect([from(689_99, 31_00), from(689_99, 30_00)]).toEqual(['2026-11-28', null]);
  });

  test('a promise that is not repaid can be followed from its day on, and that day is not told as a later one', () => {
    const last = (takenOn: Day) => refusedFor({ last: promised({ state: 'ended', takenOn }) });
    const paid = 'Прошлый обещанный платёж не погашен. Заплатите долг, и';
    expect(last(day('2026-10-23'))).toEqual([`${paid} его снова можно будет взять`, null]);
    expect(last(day('2026-10-24'))).toEqual([`${paid} с 21 ноября его снова можно будет взять`, null]);
  });

  test('without the promise, what exceeds the own limit is a debt, and what reaches it is none', () => {
    const own = (balance: number, more: Partial<ForecastBasis> = {}) =>
      withoutPromise(
        forecastFrom(basis({ balance: kopecks(balance), creditLimit: kopecks(859_00), blocked: false, ...more })),
        kopecks(659_00),
      );
    expect(own(-100_00)).toMatchObject({ creditLimit: 200_00, blocked: false });
    expect([own(-200_00).blocked, own(-200_01).blocked]).toEqual([false, true]);
    const due = [{ text: 'Сегодня', amount: kopecks(900_00) }];
    expect(own(10_00, { blocked: true, dueOnReturn: due }).blocked).toBe(true);
  });

  test('a promise that does not cover a charge before its end lasts only to that charge', () => {
    const spent = forecastFrom(
      basis({ balance: kopecks(-658_50), creditLimit: kopecks(659_00), blocked: false, billingDay: 22 }),
    );
    const inForce = { amount: kopecks(659_00), endsOn: day('2026-11-24') };
    expect(withPromise(spent, inForce)).toMatchObject({ lastsUntil: '2026-11-22', upcoming: [{ day: '2026-11-22' }] });
  });

  test('a charge on the day of the end is not told: the promise is gone by then', () => {
    const large = forecastFrom(
      basis({ balance: kopecks(-10_00), creditLimit: kopecks(1500_00), blocked: false, billingDay: 24 }),
    );
    const inForce = { amount: kopecks(1500_00), endsOn: day('2026-11-24') };
    expect(withPromise(large, inForce)).toMatchObject({ lastsUntil: '2026-11-24', daysLeft: 4, upcoming: [] });
  });
});

test("ends at the start of a day in the provider's zone, also when clocks change", () => {
  expect(dayStart(day('2026-11-24'), 'Europe/Samara')).toBe('2026-11-23T20:00:00.000Z');
  expect(dayStart(day('2026-03-29'), 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(dayStart(day('2026-03-30'), 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
  expect(dayStart(day('2026-11-01'), 'America/New_York')).toBe('2026-11-01T04:00:00.000Z');
});

const anyForecast = fc
  .record({
    balance: fc.integer({ min: -3000_00, max: 3000_00 }),
    creditLimit: fc.constantFrom(0, 200_00),
    due: fc.constantFrom(0, 123_45),
    billingDay: fc.integer({ min: 1, max: 31 }),
    fees: fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 900_00 }),
        unit: fc.constantFrom('month' as const, 'day' as const),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ balance, creditLimit, due, billingDay, fees }) =>
    forecastFrom(
      basis({
        balance: kopecks(balance),
        billingDay,
        creditLimit: kopecks(creditLimit),
        blocked: balance + creditLimit < due,
        dueOnReturn: balance + creditLimit < due ? [{ text: 'Сегодня', amount: kopecks(due) }] : [],
        fees: fees.map(({ amount, unit }) => ({ text: unit, amount: kopecks(amount), unit, from: null, until: null })),
      }),
    ),
  );
const anySettings = fc
  .record({
    days: fc.integer({ min: 1, max: 31 }),
    fee: fc.integer({ min: 0, max: 100_00 }),
    most: fc.integer({ min: 100_00, max: 9000_00 }),
  })
  .map(({ days, fee, most }) => ({ ...SETTINGS, days, fee: kopecks(fee), most: kopecks(most) }));

const dueOf = ({ dueOnReturn }: Forecast) => dueOnReturn.reduce((sum, { amount }) => sum + amount, 0);
const means = ({ balance, creditLimit }: Forecast) => balance + creditLimit;

test('taking it reduces nothing, gives no more than needed, and everything works through its last day', () => {
  fc.assert(
    fc.property(anyForecast, anySettings, (forecast, settings) => {
      const offer = termsOf(circumstances({ forecast, settings }));
      if (!isOffer(offer)) return;
      const after = afterTaking(forecast, offer);
      expect(offer.amount % 100).toBe(0);
      expect(offer.amount).toBeLessThanOrEqual(settings.most);
      expect(means(after)).toBeGreaterThanOrEqual(means(forecast) - dueOf(forecast));
      expect(after.blocked).toBe(false);
      expect(after.daysLeft ?? Infinity).toBeGreaterThanOrEqual(forecast.daysLeft ?? Infinity);
      expect((after.lastsUntil ?? '9999') >= offer.endsOn).toBe(true);
      expect(shortfall(after, addDays(offer.endsOn, -1))).toBe(0);
      const less = afterTaking(forecast, { ...offer, amount: kopecks(offer.amount - 100) });
      expect(less.blocked || shortfall(less, addDays(offer.endsOn, -1)) > 0).toBe(true);
    }),
  );
});

test('a payment of the requested sum closes it and keeps everything working, a rouble less does not', () => {
  fc.assert(
    fc.property(anyForecast, anySettings, (forecast, settings) => {
      const offer = termsOf(circumstances({ forecast, settings }));
      if (!isOffer(offer)) return;
      const after = afterTaking(forecast, offer);
      const sum = toPay(after, offer);
      expect(sum).toBeGreaterThan(0);
      const paid = withPromise(after, offer, sum);
      expect(paid).toMatchObject({ creditLimit: forecast.creditLimit, blocked: false, debt: 0 });
      expect((paid.lastsUntil ?? '9999') >= offer.endsOn).toBe(true);
      const short = withPromise(after, offer, kopecks(sum - 100));
      expect(short.lastsUntil).toBe(offer.endsOn);
    }),
  );
});

test('without the promise the account is the same as before, except for the fee', () => {
  fc.assert(
    fc.property(anyForecast, anySettings, (forecast, settings) => {
      const offer = termsOf(circumstances({ forecast, settings: { ...settings, fee: kopecks(0) } }));
      if (!isOffer(offer)) return;
      const own = withoutPromise(afterTaking(forecast, offer), offer.amount);
      expect([own.balance + dueOf(forecast), own.creditLimit, own.debt]).toEqual([
        forecast.balance,
        forecast.creditLimit,
        forecast.debt,
      ]);
      expect(own.lastsUntil).toBe(forecast.lastsUntil);
    }),
  );
});
