import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { hourStart } from '#domain/shared/day-start.rules.ts';

const MORNING = 8;
const NIGHT = 22;

/** The morning until which nothing loud is sent; nothing by day. */
export function endOfQuiet(now: Date, zone: string): Date | undefined {
  const today = dayIn(zone, now);
  const morning = new Date(hourStart(today, MORNING, zone));
  if (now < morning) return morning;
  return now < new Date(hourStart(today, NIGHT, zone))
    ? undefined
    : new Date(hourStart(addDays(today, 1), MORNING, zone));
}
