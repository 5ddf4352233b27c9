import { describe, expect, test } from 'vitest';
import { accountsNamed } from '../transfers/purpose.rules.ts';
import { accountTyped } from './account-typed.rules.ts';
import { kopecks } from '@kabinet/contract/kernel/money';
import { refusalOfAccount, unfitSum } from './pay.ts';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';

test.each([
  ['Иванов Иван Петрович', 'Иванов И.'],
  ['  Ким   Ли ', 'Ким Л.'],
  ['Мадонна', 'Мадонна'],
  ['', ''],
])('masks the person «%s» as «%s»', (name, masked) => {
  expect(maskedName(name, false)).toBe(masked);
});

test("shows a company's name in full", () => {
  expect(maskedName('ООО «Волжские пекарни»', true)).toBe('ООО «Волжские пекарни»');
});

test.each([
  [' 789-И ', '789-И'],
  ['12\u00a0 34', '12 34'],
  ['и\u0306 1', 'й 1'],
])('reads %j as the account %j', (text, typed) => {
  expect(accountTyped(text)).toBe(typed);
});

test.each(['', '   ', '000', '-1', '1;2', '1\u00002', '<1>', '1'.repeat(41), '🙂'])('%j is not an account', (text) => {
  expect(accountTyped(text)).toBeUndefined();
});

describe('the purpose of a transfer', () => {
  test.each([
    ['Оплата за интернет л/с 1040217', ['1040217']],
    ['ЛС №1040217, без НДС', ['1040217']],
    ['л.с. 1040217.', ['1040217']],
    ['Лицевой счёт: 789-И', ['789-И']],
    ['на лицевого счета N 00123; НДС нет', ['00123']],
    ['лиц. сч. 12/34 ', ['12/34']],
    ['л/с 1040217 л/с 1040217', ['1040217']],
    ['л/с 1040217, л/с 2018440', ['1040217', '2018440']],
  ])('«%s» names %j', (purpose, accounts) => {
    expect(accountsNamed(purpose)).toEqual(accounts);
  });

  test.each([
    '',
    'По договору 100001 от 20.11.2026',
    'счет 1040217',
    'тел. 78482001234',
    'стол с 5 ножками',
    'л/с не помню',
  ])('«%s» names no account', (purpose) => {
    expect(accountsNamed(purpose)).toEqual([]);
  });
});

test('a payment agent brings sums within its limits, both inclusive', () => {
  const agent = { smallest: kopecks(10_00), largest: kopecks(15_000_00) } as Parameters<typeof unfitSum>[1];
  expect([9_99, 10_00, 15_000_00, 15_000_01].map((amount) => unfitSum(kopecks(amount), agent))).toEqual([
    'sum_too_small',
    undefined,
    undefined,
    'sum_too_large',
  ]);
});

test('an account that is unknown or closed takes no payment of an agent', () => {
  const account = (isClosed: boolean) => ({ is_closed: isClosed }) as Parameters<typeof refusalOfAccount>[0];
  expect([undefined, account(true), account(false)].map(refusalOfAccount)).toEqual([
    'account_unknown',
    'account_closed',
    undefined,
  ]);
});
