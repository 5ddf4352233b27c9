import { expect, test } from 'vitest';
import { bareNumber, isInn, isKpp, isOgrn } from './requisites.ts';

/** The next digit instead of one at a place. */
const slip = (number: string, at: number): string =>
  number.slice(0, at) + String((Number(number[at]) + 1) % 10) + number.slice(at + 1);

test.each([
  ['INN of a company', isInn, '7707083893'],
  ['INN of a person', isInn, '500100732259'],
  ['OGRN', isOgrn, '1027700132195'],
  ['OGRNIP', isOgrn, '304500116000157'],
] as const)('%s: a slip of one digit is seen', (_, isRight, number) => {
  expect(isRight(number)).toBe(true);
  expect(isRight(slip(number, number.length - 1))).toBe(false);
  expect(isRight(slip(number, 3))).toBe(false);
  expect([isRight(number.slice(1)), isRight(`${number}0`), isRight('')]).toEqual([false, false, false]);
});

test.each([
  ['632001001', true],
  ['7736JX001', true],
  ['63200100', false],
  ['6320o1001', false],
])('КПП %s: %s', (kpp, isRight) => {
  expect(isKpp(kpp)).toBe(isRight);
});

test('a number is compared without what people write between the digits', () => {
  expect(bareNumber('36 04 № 123-456')).toBe('3604123456');
  expect(bareNumber(' ab 12 ')).toBe('AB12');
});
