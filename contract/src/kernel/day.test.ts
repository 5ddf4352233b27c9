import { expect, test } from 'vitest';
import { addDays, addMonths, day, dayIn, daysBetween, isAsked, nextBillingDay, parseDay, periodOf } from './day.ts';

test.each([
  ['2026-11-20', 1, '2026-12-01'],
  ['2026-11-01', 1, '2026-12-01'],
  ['2026-01-31', 31, '2026-02-28'],
  ['2027-12-31', 31, '2028-01-31'],
  ['2028-02-10', 30, '2028-02-29'],
  ['2026-02-28', 31, '2026-03-31'],
])('after %s, billing on day %i comes on %s', (today, billing, expected) => {
  expect(nextBillingDay(day(today), billing)).toBe(expected);
});

test('uses the last day of a month without that day, and that day again in the next month', () => {
  expect(addMonths(day('2026-01-31'), 1)).toBe('2026-02-28');
  expect(addMonths(day('2026-02-28'), 1, 31)).toBe('2026-03-31');
});

test('counts days across months and leap years', () => {
  expect(daysBetween(day('2028-02-28'), day('2028-03-01'))).toBe(2);
  expect(addDays(day('2026-12-31'), 1)).toBe('2027-01-01');
});

test('finds the day of a moment in the provider’s zone', () => {
  expect(dayIn('Europe/Samara', new Date('2026-11-20T19:59:59Z'))).toBe('2026-11-20');
  expect(dayIn('Europe/Samara', new Date('2026-11-20T20:00:00Z'))).toBe('2026-11-21');
});

test.each(['Europe/Samara', 'Asia/Kathmandu', 'Pacific/Chatham', 'America/St_Johns', 'UTC'])(
  'finds the day of a moment in %s, whatever moment came before',
  (zone) => {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
    for (let at = Date.parse('2026-11-20T00:00:00Z'); at < Date.parse('2026-11-22T00:00:00Z'); at += 599_000) {
      for (const moment of [new Date(at), new Date(at - 1000)])
        expect(dayIn(zone, moment)).toBe(calendar.format(moment));
    }
  },
);

test.each(['2026-13-01', '20.11.2026', ''])('refuses %j as a day', (text) => {
  expect(() => day(text)).toThrow(RangeError);
});

test('a request may name the days from 1990 to 2100', () => {
  expect(['1989-12-31', '1990-01-01', '2100-12-31', '2101-01-01'].map(isAsked)).toEqual([false, true, true, false]);
});

test('reads days of the calendar and nothing else', () => {
  expect(parseDay('2028-02-29')).toBe('2028-02-29');
  for (const text of ['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', '2026-11-20T00:00Z', ''])
    expect(parseDay(text)).toBeUndefined();
  expect(periodOf(day('2026-11-20'))).toBe('2026-11');
});

test('the day of a zone changes with its first moment, whatever was asked before', () => {
  const at = (moment: string) => dayIn('Europe/Samara', new Date(moment));
  expect([at('2026-11-20T19:59:59.999Z'), at('2026-11-20T20:00:00Z'), at('2026-11-20T19:59:59.999Z')]).toEqual([
    '2026-11-20',
    '2026-11-21',
    '2026-11-20',
  ]);
});
