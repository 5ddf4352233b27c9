import { expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { pricesFrom, unusedDayRefunds, type ChargedRow, type FeeRow } from './charged.rules.ts';

const today = day('2026-11-20');

const key = { accountId: 1, what: '17:plan', soldId: 2 };
const sale = { soldKind: 'plan', soldSince: null } as const;

const fee = (more: Partial<FeeRow> = {}): FeeRow => ({
  ...key,
  ...sale,
  userId: 17,
  phoneNumber: null,
  situation: 'active',
  returnsOn: null,
  resumesOn: null,
  kind: 'internet',
  programId: null,
  name: 'Волга 300',
  amount: kopecks(30_000),
  unit: 'month',
  from: null,
  until: null,
  promo: null,
  promoUntil: null,
  ...more,
});

/** The thirty days of November are charged. */
const november: ChargedRow = {
  ...key,
  from: day('2026-11-01'),
  until: day('2026-12-01'),
  amount: kopecks(30_000),
  transactionId: 5,
};

const sold = (fees: FeeRow[], charged = november) => pricesFrom({ fees, charged: [charged], once: [] }, today);

test.each<[string, Partial<FeeRow>]>([
  ['works', {}],
  ['is off for debt', { situation: 'debt' }],
  ['is back from its pause tomorrow', { situation: 'paused', returnsOn: day('2026-11-21') }],
])('a service that %s keeps its charged days', (_, more) => {
  const { prices, unused } = sold([fee(more)]);
  expect(prices).toMatchObject([{ charged: november }]);
  expect(unused).toEqual([]);
});

test.each<[string, Partial<FeeRow>]>([
  ['is paused', { situation: 'paused' }],
  ['is back from its pause later', { situation: 'paused', returnsOn: day('2026-11-22') }],
  ['was closed by the operator', { situation: 'operator' }],
  ['has another plan', { soldId: 3 }],
  ['is on another account', { accountId: 2 }],
])('the charged days of a service that %s are unused', (_, more) => {
  const { prices, unused } = sold([fee(more)]);
  expect(prices).toMatchObject([{ charged: null }]);
  expect(unused).toEqual([november]);
});

test('a price that has begun has no beginning any more, one that comes keeps it', () => {
  const from = (...begins: FeeRow['from'][]) =>
    sold(begins.map((begin) => fee({ from: begin }))).prices.map((price) => price.from);
  expect(from(null, day('2026-11-19'), today, day('2026-11-21'))).toEqual([null, null, null, '2026-11-21']);
});

test('days after a return are not charged yet, days before it are', () => {
  const { prices, unused } = sold([fee({ until: day('2026-11-25') }), fee({ resumesOn: day('2026-11-28') })]);
  expect(prices).toMatchObject([{ charged: november }, { charged: null }]);
  expect(unused).toEqual([]);
});

test.each<[string, Partial<ChargedRow>]>([
  ['end tomorrow', { until: day('2026-11-21') }],
  ['cost nothing', { transactionId: null }],
])('days that %s are not given back', (_, more) => {
  expect(sold([], { ...november, ...more }).unused).toEqual([]);
});

test('days from tomorrow on are given back, with the name and the service of their charge', () => {
  const text = { transactionId: 5, accountId: 1, userId: 17, text: 'Интернет «Волга 300»' };
  const another = { ...text, accountId: 9, text: 'Выручка' };
  expect(unusedDayRefunds([november], [another, text], today)).toMatchObject([
    {
      accountId: 1,
      userId: 17,
      name: 'Возврат: Интернет «Волга 300»',
      amount: -10_000,
      unit: 'once',
      from: '2026-11-21',
    },
  ]);
});

test('days that have not begun are given back whole, days without a charge not at all', () => {
  const text = { transactionId: 5, accountId: 1, userId: 17, text: 'Интернет «Волга 300»' };
  const december = { ...november, from: day('2026-12-01'), until: day('2027-01-01') };
  expect(unusedDayRefunds([december], [text], today)).toMatchObject([{ amount: -30_000, from: '2026-11-21' }]);
  expect(unusedDayRefunds([november], [{ ...text, transactionId: 6 }], today)).toEqual([]);
});
