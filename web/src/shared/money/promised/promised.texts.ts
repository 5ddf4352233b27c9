import { dayText, days } from '#web/lib/text/format.ts';

/** «23 ноября, 23:59». */
export const promiseUntilText = (lastDay: string, today: string): string => `${dayText(lastDay, today)}, 23:59`;

/** «ещё 3 дня», «последний день»: days from today to the last one. */
export const promiseDaysLeftText = (daysLeft: number): string =>
  daysLeft <= 0 ? 'последний день' : `ещё ${days(daysLeft)}`;
