import { expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { accountAnswer } from './account.rules.ts';
import { forecastFrom } from './forecast.rules.ts';

const account = (fees: Parameters<typeof forecastFrom>[0]['fees']) => ({
  ...forecastFrom({
    today: day('2026-11-20'),
    balance: kopecks(1000_00),
    creditLimit: kopecks(0),
    billingDay: 1,
    blocked: false,
    dueOnReturn: [],
    fees,
  }),
  kind: 'i' as const,
  accountNo: '100001i',
});
const FEE = { text: 'Интернет', amount: kopecks(300_00), unit: 'month', from: null, until: null } as const;

test('the next charge is the first of those ahead; none is null', () => {
  const told = accountAnswer(account([FEE]));
  expect(told.upcoming.length).toBeGreaterThan(1);
  expect(told.next_charge).toEqual(told.upcoming[0]);
  expect(told.next_charge).toMatchObject({ day: '2026-12-01', amount: 300_00, balance_after: 700_00, missing: 0 });
  expect(accountAnswer(account([])).next_charge).toBeNull();
});

test('the last day of a promise is told only while there is one', () => {
  expect(accountAnswer(account([FEE]))).not.toHaveProperty('promise_last_day');
  const promised = accountAnswer({ ...account([FEE]), promiseLastDay: day('2026-11-23') });
  expect(promised.promise_last_day).toBe('2026-11-23');
});
