import { describe, expect, it, test } from 'vitest';
import {
  changeOf,
  countedSum,
  countDifference,
  firstAccount,
  firstSum,
  givenNotes,
  isTooLittle,
  reachedBy,
  sumForField,
  sumTyped,
} from './sums.rules.ts';

test.each([
  ['600', '600.00'],
  ['1 000,5', '1000.50'],
  ['571,40 ₽', '571.40'],
  ['0', undefined],
  ['', undefined],
  ['сто', undefined],
])('the sum «%s» is sent as %s', (typed, wire) => expect(sumTyped(typed)).toBe(wire));

test('a sum in the field has no empty kopecks', () => {
  expect([sumForField('600.00'), sumForField('571.40'), sumForField('')]).toEqual(['600', '571,40', '']);
});

describe('change', () => {
  it('is what was given minus the sum', () => {
    expect(changeOf('1000.00', '600.50')).toBe('399.50');
    expect(changeOf('600.00', '600.00')).toBe('0.00');
  });
  it('is none without given money, or if it is too little', () => {
    expect([changeOf(undefined, '1.00'), changeOf('1.00', undefined), changeOf('1.00', '1.01')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([isTooLittle('1.00', '1.01'), isTooLittle('1.01', '1.01'), isTooLittle(undefined, '1.00')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test.each([
  ['571.40', [600, 1000, 5000]],
  ['600.00', [1000, 5000]],
  ['1200.00', [1500, 2000, 5000]],
  ['5000.00', []],
])('for %s people give %s', (sum, notes) => expect(givenNotes(sum)).toEqual(notes));

const account = {
  kind: 'i',
  debt: '571.40',
  blocked: true,
  lasts_until: null,
  reach: [
    { day: '2026-12-21', amount: '572.00' },
    { day: '2027-01-21', amount: '1262.00' },
  ],
  presets: [
    { kind: 'work', amount: '571.40' },
    { kind: 'round', amount: '600.00' },
  ],
} as never;

test.each([
  ['571.39', null, '0.01'],
  ['571.99', null, '0.00'],
  ['572.00', '2026-12-21', '0.00'],
  ['1261.99', '2026-12-21', '0.00'],
  ['5000.00', '2027-01-21', '0.00'],
])('%s lasts until %s, and %s is missing', (sum, day, missing) => {
  expect(reachedBy(account, sum)).toEqual({ day, missing });
});

test('what works lasts as long as before, if the sum adds no day', () => {
  const works = { debt: '0.00', blocked: false, lasts_until: '2026-12-01', reach: [] } as never;
  expect(reachedBy(works, '1.00')).toEqual({ day: '2026-12-01', missing: '0.00' });
});

test('the account is the named one, else the one that is off, else the first', () => {
  const [one, off] = [
    { kind: 'i', blocked: false },
    { kind: 't', blocked: true },
  ] as never[];
  expect(firstAccount([one!, off!], 'i')).toBe(one);
  expect(firstAccount([one!, off!], null)).toBe(off);
  expect(firstAccount([one!], null)).toBe(one);
});

test('the first sum is that of the slip, else the round one', () => {
  expect(firstSum(account, '629.10')).toBe('629,10');
  expect(firstSum(account, undefined)).toBe('600');
  expect(firstSum({ presets: [] }, undefined)).toBe('');
});

test('a drawer is counted by notes and coins', () => {
  expect(countedSum({ pieces: { 5000: '3', 100: ' 20 ' }, coins: '300,50' })).toBe('17300.50');
  expect(countedSum({ pieces: {}, coins: '' })).toBe('0.00');
  expect(countedSum({ pieces: { 100: '2.5' }, coins: '' })).toBeUndefined();
  expect(countedSum({ pieces: {}, coins: 'много' })).toBeUndefined();
  expect(countDifference('47300.00', '47320.00')).toBe('-20.00');
});
