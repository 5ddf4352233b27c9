import { expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { feeIn, type Situation } from '../service-user/situation.rules.ts';
import { feeOf, monthlyOf, type Price } from './price.rules.ts';

const today = day('2026-11-20');
const december = day('2026-12-01');

const price = (more: Partial<Price> = {}): Price => ({
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
  ...more,
});

test.each(Object.keys(feeIn) as Situation[])(
  'the fee of a service that is «%s» runs as the table says',
  (situation) => {
    const fee = feeOf(price({ situation }));
    if (feeIn[situation] === 'yes' || feeIn[situation] === 'after_debt') expect(fee).toMatchObject({ from: null });
    else expect(fee).toBeNull();
  },
);

test('the fee of a paused service begins on the day of its return, or when the price itself begins', () => {
  const paused = price({ situation: 'paused', returnsOn: december });
  expect(feeOf(paused)?.from).toBe(december);
  expect(feeOf({ ...paused, from: day('2026-12-10') })?.from).toBe('2026-12-10');
  expect(feeOf({ ...paused, from: day('2026-11-25') })?.from).toBe(december);
});

test('what costs nothing is no fee', () => {
  expect(feeOf(price({ amount: kopecks(0) }))).toBeNull();
});

test('a plan is told by its kind, a program by its name', () => {
  expect(feeOf(price())?.text).toBe('Интернет «Волга\u00a0300»');
  expect(feeOf(price({ kind: null, name: 'Статический адрес' }))?.text).toBe('Статический адрес');
});

test('a month is what is on today, thirty days of what is charged by the day, whatever the state', () => {
  const prices = [
    price({ situation: 'paused', until: december }),
    price({ situation: 'paused', from: december, amount: kopecks(69000) }),
    price({ situation: 'paused', unit: 'day', amount: kopecks(100) }),
  ];
  expect(monthlyOf(prices, today)).toBe(58000);
  expect(monthlyOf(prices, december)).toBe(72000);
});
