import { expect, test } from 'vitest';
import { maskedNumber } from './mask.rules.ts';

test.each([
  ['79270000012', '7927*****12'],
  ['78482003107', '78482****07'],
  ['74951234567', '7495*****67'],
  ['375291234567', '375*******67'],
  ['551122', '****22'],
  ['', ''],
  ['anonymous', '*****'],
  ['ivan@example.ru', '*****'],
  ['78001234567', '78001234567'],
  ['112', '112'],
  ['*98', '*98'],
])('%j is shown as %j', (number, shown) => {
  expect(maskedNumber(number, '8482')).toBe(shown);
});
