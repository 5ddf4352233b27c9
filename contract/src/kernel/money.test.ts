import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWireMoney, kopecks, parseRubles, toWireMoney, typedRubles } from './money.ts';

const amounts = fc.integer({ min: 0, max: 999_999_999 });

test.each([
  ['1234,50', 123_450],
  ['1 234.5', 123_450],
  ['1\u00a0234', 123_400],
  ['0', 0],
  ['9999999,99', 999_999_999],
])('parses %j', (text, expected) => {
  expect(parseRubles(text)).toBe(expected);
});

test.each(['', '-1', '+1', '1e3', '1,000.50', '1.234', '٣', '12345678', '.5', '5.', '1 р', 'NaN', '0x10'])(
  'refuses %j as a sum',
  (text) => {
    expect(parseRubles(text)).toBeUndefined();
  },
);

test.each([
  ['1 000 ₽', 100_000],
  ['1\u00a0124,50\u00a0₽', 112_450],
  ['629 руб.', 62_900],
  ['629р', 62_900],
  ['1000.50', 100_050],
])('reads %j as it is copied into a field', (text, expected) => expect(typedRubles(text)).toBe(expected));

test.each(['1e3', '-5', '−5', '1.000.000', '1,000.50', '٣', '₽', '5 ₽ 6', '5 $'])(
  'refuses %j in a field instead of reading a part of it',
  (text) => expect(typedRubles(text)).toBeUndefined(),
);

test('keeps every kopeck on the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }), (amount) => {
      expect(fromWireMoney(toWireMoney(kopecks(amount)))).toBe(amount);
    }),
  );
});

test('reads back a printed sum, with a comma or a dot', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const wire = toWireMoney(kopecks(amount));
      expect(parseRubles(wire)).toBe(amount);
      expect(parseRubles(wire.replace('.', ','))).toBe(amount);
    }),
  );
});

test('throws on a fraction of a kopeck', () => {
  expect(() => kopecks(0.5)).toThrow(RangeError);
  expect(() => kopecks(2 ** 53)).toThrow(RangeError);
});

test('writes two digits after the dot, one before it, and no minus of nothing', () => {
  expect([0, 1, 10, 100, -1, -100].map((amount) => toWireMoney(kopecks(amount)))).toEqual([
    '0.00',
    '0.01',
    '0.10',
    '1.00',
    '-0.01',
    '-1.00',
  ]);
});

test('reads a kopeck and a minus kopeck of the wire, and throws on what is no money of it', () => {
  expect([fromWireMoney('0.01'), fromWireMoney('-0.01')]).toEqual([1, -1]);
  expect(Object.is(fromWireMoney('-0.00'), 0)).toBe(true);
  for (const wire of ['', '1', '1,00', '1.0', '1.000', '--1.00', ' 1.00'])
    expect(() => fromWireMoney(wire)).toThrow(new RangeError(`Not money of the wire: ${wire}`));
});
