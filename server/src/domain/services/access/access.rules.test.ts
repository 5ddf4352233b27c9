import { expect, test } from 'vitest';
import { feeIn, type Situation, type User } from '../service/situation.rules.ts';
import { isUnlockable, whyNotAutoAuth, whyNotPassword } from './access.rules.ts';

const SITUATIONS = Object.keys(feeIn) as Situation[];

test('unlocking helps against a lock of the login, a hanging session and an old device only', () => {
  expect(SITUATIONS.filter(isUnlockable)).toEqual(['login_locked', 'session_stuck', 'binding_stale']);
});

test.each<[User['user_type'], boolean]>([
  ['isg', true],
  ['ethernet', true],
  ['homenet', true],
  ['dialup', false],
  ['dialup_t', false],
  ['dialup_city', false],
  ['tv', false],
  ['sip', false],
  ['mail', false],
])('a line of type «%s» identifies its subscriber: %s', (type, byLine) => {
  expect(whyNotAutoAuth(type, 'active') === null).toBe(byLine);
});

test('access changes also while a service is off, but not before it begins and after it ends', () => {
  for (const situation of SITUATIONS) {
    const may = situation !== 'closed' && situation !== 'connecting';
    expect(whyNotAutoAuth('isg', situation) === null).toBe(may);
    expect(whyNotPassword('isg', situation, true) === null).toBe(may);
  }
});

test('a password is changed where there is one; TV has none', () => {
  expect(whyNotPassword('mail', 'active', true)).toBeNull();
  expect(whyNotPassword('mail', 'active', false)).toMatch(/сменит поддержка/);
  expect(whyNotPassword('tv', 'active', true)).toMatch(/нет пароля/);
});
