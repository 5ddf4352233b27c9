import { expect, it } from 'vitest';
import { payFor } from './account-sums.ts';

it.each([
  ['628.50', '629.00'],
  ['629.00', '629.00'],
  ['0.01', '10.00'],
  ['1234.01', '1235.00'],
])('asks to pay %s as %s, in words and on buttons alike', (missing, sum) => {
  expect(payFor(missing)).toBe(sum);
});
