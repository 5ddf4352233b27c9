import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { hourStart } from '@kabinet/contract/kernel/zone';

export interface CallBackHours {
  /** Whole hours of the provider's zone. */
  readonly from: number;
  readonly until: number;
}

export interface CallSpan {
  readonly from: Date;
  readonly to: Date;
}

/** How often the same number may be given. */
export const OF_NUMBER = { times: 1, within: 10 * 60_000 };

const WINDOW_HOURS = 3;
const SOON_MS = 30 * 60_000;

/** «Сейчас», while we are at work, and the windows of today and tomorrow that have not begun. */
export function callTimes({ from, until }: CallBackHours, now: Date, zone: string): CallSpan[] {
  const today = dayIn(zone, now);
  const windows = [today, addDays(today, 1)].flatMap((day) =>
    Array.from({ length: Math.ceil((until - from) / WINDOW_HOURS) }, (_, index) => {
      const start = from + index * WINDOW_HOURS;
      return { from: hourStart(day, start, zone), to: hourStart(day, Math.min(start + WINDOW_HOURS, until), zone) };
    }),
  );
  const isOpen =
    now >= hourStart(today, from, zone) && now.getTime() + SOON_MS <= hourStart(today, until, zone).getTime();
  const soon = isOpen ? [{ from: now, to: new Date(now.getTime() + SOON_MS) }] : [];
  return [...soon, ...windows.filter((window) => window.from > now)];
}
