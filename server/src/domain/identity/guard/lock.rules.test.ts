import { expect, test } from 'vitest';
import * as limits from './lock.rules.ts';
import {
  afterFailure,
  hourOf,
  signInLockedText,
  lockLength,
  lockRest,
  minuteOf,
  signInRefusalText,
  restOfHour,
  restOfMinute,
  waitText,
} from './lock.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();

test.each([
  [0, 0],
  [1, 0],
  [4, 0],
  [5, 30],
  [6, 0],
  [10, 60],
  [15, 90],
  [149, 0],
  [150, 900],
  [500, 900],
])('%i failures lock a login for %i s', (failures, seconds) => {
  expect(lockLength(failures)).toBe(seconds * 1000);
});

test('failures expire twelve hours after the last one', () => {
  const guard = { failures: 4, locked_until: null, last_failure_at: ago(12 * 3_600_000 - 1) };
  expect(afterFailure(guard, now)).toEqual({ failures: 5, lockedUntil: new Date(now.getTime() + 30_000) });
  expect(afterFailure({ ...guard, last_failure_at: ago(12 * 3_600_000) }, now)).toEqual({
    failures: 1,
    lockedUntil: null,
  });
  expect(afterFailure(undefined, now)).toEqual({ failures: 1, lockedUntil: null });
});

test('a lock ends by itself', () => {
  const guard = { failures: 5, last_failure_at: ago(1) };
  expect(lockRest({ ...guard, locked_until: ago(-500) }, now)).toBe(500);
  expect(lockRest({ ...guard, locked_until: ago(0) }, now)).toBe(0);
  expect(lockRest({ ...guard, locked_until: null }, now)).toBe(0);
});

test.each([
  [1, '1 секунду'],
  [1500, '2 секунды'],
  [30_000, '30 секунд'],
  [60_000, '1 минуту'],
  [90_000, '1 минуту 30 секунд'],
  [900_000, '15 минут'],
])('%i ms read «%s»', (milliseconds, text) => {
  expect(waitText(milliseconds)).toBe(text);
});

test.each([
  [1, 'Осталось 4 попытки'],
  [3, 'Осталось 2 попытки'],
  [4, 'Осталась 1 попытка'],
  [5, 'Следующая попытка через 30 секунд'],
  [6, 'Осталось 4 попытки'],
  [10, 'Следующая попытка через 1 минуту'],
])('failure %i says «%s»', (failures, end) => {
  expect(signInRefusalText(failures)).toBe(`Логин или пароль не подошли. Проверьте раскладку и Caps Lock. ${end}`);
});

test('a locked login says when to come back', () => {
  expect(signInLockedText(25_000)).toBe('Слишком много попыток входа. Попробуйте снова через 25 секунд');
});

test('the limits are those of R-17 and decision 0138: tests elsewhere count up to the constants, whatever these are', () => {
  expect(limits).toMatchObject({
    FAILURES_A_MINUTE: 10,
    GUESTS_A_MINUTE: 10,
    RECOVERIES_A_MINUTE: 10,
    RECOVERIES_AN_HOUR: 20,
    WRONG_CODES_AN_HOUR: 30,
    MANY_WRONG_CODES: 60,
    SIGN_INS_A_MINUTE: 30,
  });
});

test('a minute and an hour begin with their first millisecond and end with their last', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  expect(minuteOf(at('10:05:59.999'))).toEqual(at('10:05:00'));
  expect(minuteOf(at('10:06:00'))).toEqual(at('10:06:00'));
  expect([restOfMinute(at('10:05:00')), restOfMinute(at('10:05:58.999')), restOfMinute(at('10:05:59.999'))]).toEqual([
    60, 2, 1,
  ]);
  expect(hourOf(at('10:59:59.999'))).toEqual(at('10:00:00'));
  expect(hourOf(at('11:00:00'))).toEqual(at('11:00:00'));
  expect([restOfHour(at('10:00:00')), restOfHour(at('10:59:59.999'))]).toEqual([3600, 1]);
});
