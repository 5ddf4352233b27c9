import { expect, test } from 'vitest';
import {
  accessEnd,
  ACCESS_LIFE,
  CONFIRMED_FOR,
  DEVICE_LIFE,
  GRACE,
  GUEST_LIFE,
  IDLE_LIFE,
  isAlive,
  judgeSecret,
  overCode,
  secondsUntil,
  SESSION_LIFE,
  tokenReply,
} from './session.rules.ts';

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

test('a token lives ten minutes, a session thirty days and seven without use, a known browser a year', () => {
  const MINUTE = 60_000;
  const DAY = 86_400_000;
  expect([ACCESS_LIFE, GUEST_LIFE, CONFIRMED_FOR]).toEqual([10 * MINUTE, 30 * MINUTE, 5 * MINUTE]);
  expect([SESSION_LIFE, IDLE_LIFE, DEVICE_LIFE]).toEqual([30 * DAY, 7 * DAY, 365 * DAY]);
  expect(GRACE).toBe(10_000);
});

test('only the holder of a secret learns why a session is over', () => {
  expect(overCode('signed_out', 'other')).toBe('unauthorized');
  expect(overCode(null, 'other')).toBe('unauthorized');
  expect(overCode(null, 'current')).toBe('session_expired');
  expect(overCode('reused_secret', 'previous')).toBe('session_stolen');
});

test('the reply of a sign-in has the whole seconds of its token', () => {
  expect(tokenReply({ accessToken: 'x', accessUntil: at(599_999) }, now)).toEqual({
    access_token: 'x',
    token_type: 'Bearer',
    expires_in: 599,
  });
});
