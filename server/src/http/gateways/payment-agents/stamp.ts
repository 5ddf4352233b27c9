import { wallClock } from '@kabinet/contract/kernel/zone';

/** Year, month, day and the time of a moment in an IANA zone: `['2026', '11', '20', '14:05:00']`. */
export function stampParts(at: Date, zone: string): [year: string, month: string, day: string, time: string] {
  const [date = '', time = ''] = wallClock(zone, at).split(' ');
  const [year = '', month = '', day = ''] = date.split('-');
  return [year, month, day, time];
}
