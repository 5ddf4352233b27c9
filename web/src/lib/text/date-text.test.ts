import { expect, it } from 'vitest';
import { digitsOf, finishedDay, typedDay, typedWithDots } from './date-text.ts';

/** Types the signs one after another. */
const type = (signs: string): string => signs.split('').reduce((text, sign) => typedWithDots(text + sign, text), '');

it('puts the dots while digits are typed, and lets them be deleted', () => {
  expect(type('24112026')).toBe('24.11.2026');
  expect(type('24.11.2026')).toBe('24.11.2026');
  expect(type('1.2.2026')).toBe('1.2.2026');
  expect(typedWithDots('24', '24.')).toBe('24');
});

it('takes a pasted day in other forms', () => {
  expect(typedWithDots('2026-11-24', '')).toBe('24.11.2026');
  expect(typedWithDots('24112026', '')).toBe('24.11.2026');
  expect(typedWithDots('24/11/2026', '')).toBe('24.11.2026');
  expect(typedWithDots('24 ноября', '')).toBe('24 ноября');
  expect(typedWithDots('24.11.202٦', '24.11.202')).toBe('24.11.202٦');
});

it('reads only days that exist', () => {
  expect(typedDay('1.2.2026')).toBe('2026-02-01');
  expect(typedDay('31.02.2026')).toBeUndefined();
  expect(typedDay('24.11')).toBeUndefined();
  expect(digitsOf('2026-02-01')).toBe('01.02.2026');
  expect(digitsOf('')).toBe('');
});

it('completes the year by what is allowed', () => {
  const bounds = { min: '2026-11-23', max: '2027-05-23' };
  expect(finishedDay('24.11', '2026-11-23', bounds)).toBe('2026-11-24');
  expect(finishedDay('10.01.', '2026-11-23', bounds)).toBe('2027-01-10');
  expect(finishedDay('20.12', '2026-11-23', { max: '2026-11-23' })).toBe('2025-12-20');
  expect(finishedDay('24.11.26', '2026-11-23', {})).toBe('2026-11-24');
  expect(finishedDay('99.11', '2026-11-23', {})).toBeUndefined();
});
