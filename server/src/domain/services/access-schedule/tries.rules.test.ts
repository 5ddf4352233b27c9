import { expect, test } from 'vitest';
import { LOCK_MS, MOST_SCHEDULE_PASSWORD_TRIES, scheduleLockedText, wrongSchedulePasswordText } from './tries.rules.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('five wrong passwords lock the schedule for fifteen minutes', () => {
  expect(MOST_SCHEDULE_PASSWORD_TRIES).toBe(5);
  expect(LOCK_MS).toBe(15 * 60 * 1000);
});

test('a refusal counts the tries that are left; the fifth announces the lock', () => {
  expect(plain(wrongSchedulePasswordText(1))).toBe('Пароль графика не подошёл. Осталось 4 попытки');
  expect(plain(wrongSchedulePasswordText(4))).toBe('Пароль графика не подошёл. Осталась 1 попытка');
  expect(wrongSchedulePasswordText(5)).toMatch(/^Пароль не подошёл пять раз подряд/);
  expect(wrongSchedulePasswordText(6)).toBe(wrongSchedulePasswordText(5));
});

test('the time of a lock is told in whole minutes, never too short', () => {
  expect(plain(scheduleLockedText(15 * 60_000))).toMatch(/через 15 минут /);
  expect(plain(scheduleLockedText(60_001))).toMatch(/через 2 минуты /);
  expect(plain(scheduleLockedText(60_000))).toMatch(/через 1 минуту /);
  expect(plain(scheduleLockedText(1))).toMatch(/через 1 минуту /);
});
