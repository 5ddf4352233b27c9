import { parseDay } from '@kabinet/contract/kernel/day';
import { hourStart } from '@kabinet/contract/kernel/zone';
import { wrongField } from '../refusals.ts';

const MINUTE_MS = 60_000;

/** `2026-11-24 14:00` in the provider's zone. */
export function writtenMoment(field: string, written: string, zone: string): Date {
  const [dayText = '', time = ''] = written.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const day = parseDay(dayText);
  if (day === undefined || hour > 23 || minute > 59) throw wrongField(field, `Такого времени нет: ${written}`);
  return new Date(hourStart(day, hour, zone).getTime() + minute * MINUTE_MS);
}
