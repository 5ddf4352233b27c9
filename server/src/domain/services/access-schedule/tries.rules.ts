import { plural } from '#server/domain/shared/text.rules.ts';

/** Consecutive wrong passwords of a schedule that lock it, and for how long. */
export const MOST_SCHEDULE_PASSWORD_TRIES = 5;
export const LOCK_MS = 15 * 60_000;

/** The reply to a wrong password; the last one announces the lock. */
export function wrongSchedulePasswordText(failures: number): string {
  const left = MOST_SCHEDULE_PASSWORD_TRIES - failures;
  if (left <= 0) return 'Пароль не подошёл пять раз подряд. Попробуйте через 15 минут или задайте новый по коду';
  return `Пароль графика не подошёл. ${left === 1 ? 'Осталась' : 'Осталось'} ${plural(left, ['попытка', 'попытки', 'попыток'])}`;
}

export const scheduleLockedText = (milliseconds: number): string =>
  `Слишком много неверных паролей. Попробуйте через ${plural(Math.ceil(milliseconds / 60_000), ['минуту', 'минуты', 'минут'])} или задайте новый по коду`;
