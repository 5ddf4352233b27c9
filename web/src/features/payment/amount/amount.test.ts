import { expect, it } from 'vitest';
import { amountProblem } from '#web/shared/money/amount-problem.ts';
import { addressText, typedText, wireOf } from './amount.ts';

const limits = { smallest: '10.00', largest: '75000.00' };
const NBSP = '\u00a0';

it.each([
  ['1124', '1124.00'],
  ['1 124,5', '1124.50'],
  [`1${NBSP}124.50`, '1124.50'],
  ['10', '10.00'],
  ['75000', '75000.00'],
  ['1 000 ₽', '1000.00'],
  ['629 руб.', '629.00'],
])('accepts %s', (text, wire) => {
  expect(amountProblem(text, limits)).toBeUndefined();
  expect(wireOf(text)).toBe(wire);
});

it.each([
  ['', 'Введите сумму'],
  ['9,99', 'Наименьший платёж'],
  ['75000,01', 'Наибольший платёж 75\u00a0000\u00a0₽. Уменьшите сумму'],
  ['12345678', 'Наибольший платёж 75\u00a0000\u00a0₽. Уменьшите сумму'],
  ['100 000 000,5', 'Наибольший платёж'],
  ['1,000.50', 'рубли цифрами'],
  ['1.', 'рубли цифрами'],
  ['٣', 'рубли цифрами'],
  ['1e3', 'рубли цифрами'],
  ['-5', 'рубли цифрами'],
  ['1.000.000', 'рубли цифрами'],
  ['1000٣', 'рубли цифрами'],
])('refuses %s with a reason', (text, words) => expect(amountProblem(text, limits)).toContain(words));

it('parses back a formatted sum', () => {
  for (const wire of ['10.00', '1124.50', '9999999.99']) {
    expect(wireOf(typedText(wire))).toBe(wire);
    expect(wireOf(addressText(wire))).toBe(wire);
  }
});
