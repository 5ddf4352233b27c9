import { expect, test } from 'vitest';
import { endOfQuiet } from './quiet-hours.rules.ts';

const endIn = (zone: string, now: string) => endOfQuiet(new Date(now), zone)?.toISOString();

test.each([
  ['07:59:59', '2026-11-20T03:59:59Z', '2026-11-20T04:00:00.000Z'],
  ['08:00', '2026-11-20T04:00:00Z', undefined],
  ['21:59:59', '2026-11-20T17:59:59Z', undefined],
  ['22:00', '2026-11-20T18:00:00Z', '2026-11-21T04:00:00.000Z'],
  ['midnight', '2026-11-20T20:00:00Z', '2026-11-21T04:00:00.000Z'],
  ['the night into a year', '2026-12-31T19:30:00Z', '2027-01-01T04:00:00.000Z'],
])('at %s by the clocks of the provider', (_, now, end) => {
  expect(endIn('Europe/Samara', now)).toBe(end);
});

test('morning comes at eight also after a night in which clocks are changed', () => {
  expect(endIn('Europe/Berlin', '2026-03-28T22:30:00Z')).toBe('2026-03-29T06:00:00.000Z');
  expect(endIn('Europe/Berlin', '2026-10-24T21:30:00Z')).toBe('2026-10-25T07:00:00.000Z');
});

const endFor = (now: string, chosen: { is_quiet: boolean | null; quiet_from?: number; quiet_until?: number }) =>
  endOfQuiet(new Date(now), 'Europe/Samara', { quiet_from: null, quiet_until: null, ...chosen })?.toISOString();
const [NIGHT, NOON] = ['2026-11-20T20:00:00Z', '2026-11-20T08:00:00Z'];

test('a client who wants no quiet hours has none, whatever hours he had chosen before', () => {
  expect(endFor(NIGHT, { is_quiet: false })).toBeUndefined();
  expect(endFor(NIGHT, { is_quiet: false, quiet_from: 22, quiet_until: 8 })).toBeUndefined();
  expect(endFor(NIGHT, { is_quiet: true })).toBe('2026-11-21T04:00:00.000Z');
  expect(endFor(NIGHT, { is_quiet: null })).toBe('2026-11-21T04:00:00.000Z');
});

test('hours of one day end on that day; from an hour to the same one is a whole day', () => {
  expect(endFor(NOON, { is_quiet: true, quiet_from: 11, quiet_until: 13 })).toBe('2026-11-20T09:00:00.000Z');
  expect(endFor(NIGHT, { is_quiet: true, quiet_from: 11, quiet_until: 13 })).toBeUndefined();
  expect(endFor(NOON, { is_quiet: true, quiet_from: 12, quiet_until: 12 })).toBe('2026-11-21T08:00:00.000Z');
});
