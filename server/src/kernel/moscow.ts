import type { Day } from '@kabinet/contract/kernel/day';

// Banks use Moscow time, which has no daylight saving: UTC+3 all year.

export const MOSCOW = 'Europe/Moscow';

const OFFSET_MS = 3 * 3_600_000;

/** `2026-11-20T13:05:00+03:00` */
export const moscowTime = (moment: Date): string =>
  `${new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 19)}+03:00`;

/** The moment when the bank's day begins. */
export const moscowMidnight = (day: Day): Date => new Date(`${day}T00:00:00+03:00`);
