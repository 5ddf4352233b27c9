import { expect, test } from 'vitest';
import { accessEnd, ACCESS_LIFE, GRACE, IDLE_LIFE, isAlive, judgeSecret, secondsUntil } from './session.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const session = {
  rotated_at: now.toISOString(),
  last_used_at: now.toISOString(),
  expires_at: at(2 * IDLE_LIFE).toISOString(),
  ended_at: null,
};

test.each([
  ['current', 0, 'rotate'],
  ['current', GRACE + 1, 'rotate'],
  ['previous', 0, 'repeat'],
  ['previous', GRACE, 'repeat'],
  ['previous', GRACE + 1, 'stolen'],
  // A request that started earlier but waited for the one that rotated.
  ['previous', -50, 'repeat'],
  ['other', 0, 'stolen'],
  ['current', IDLE_LIFE, 'over'],
  ['other', IDLE_LIFE, 'over'],
] as const)('the %s secret after %i ms: %s', (presented, later, verdict) => {
  expect(judgeSecret(session, presented, at(later))).toBe(verdict);
});

test('a session is over when it has ended, reached its last day, or been idle too long', () => {
  expect(isAlive(session, now)).toBe(true);
  expect(isAlive({ ...session, ended_at: now.toISOString() }, now)).toBe(false);
  expect(isAlive({ ...session, expires_at: now.toISOString() }, now)).toBe(false);
  expect(isAlive(session, at(IDLE_LIFE - 1))).toBe(true);
  expect(isAlive(session, at(IDLE_LIFE))).toBe(false);
});

test('an access token never outlives its session', () => {
  expect(accessEnd(now, at(ACCESS_LIFE * 3), ACCESS_LIFE)).toEqual(at(ACCESS_LIFE));
  expect(accessEnd(now, at(1000), ACCESS_LIFE)).toEqual(at(1000));
});

test('seconds are whole and never negative', () => {
  expect(secondsUntil(at(1999), now)).toBe(1);
  expect(secondsUntil(at(-1), now)).toBe(0);
});
