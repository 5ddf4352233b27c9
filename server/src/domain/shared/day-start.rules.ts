import { instant, type Day, type Instant } from '@kabinet/contract/kernel/day';

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  return clock;
}

/** How far the zone's clocks are ahead of UTC at that moment, in milliseconds. */
const aheadAt = (zone: string, moment: number): number =>
  Date.parse(`${clockOf(zone).format(moment).replace(' ', 'T')}Z`) - moment;

const HOUR_MS = 3_600_000;

/** The moment at which an hour of a day begins in the given IANA zone. */
export function hourStart(day: Day, hour: number, zone: string): Instant {
  const wall = Date.parse(day) + hour * HOUR_MS;
  const near = wall - aheadAt(zone, wall);
  // Clocks may change in the hours between.
  return instant(new Date(wall - aheadAt(zone, near)));
}

/** The moment at which a day begins in the given IANA zone. */
export const dayStart = (day: Day, zone: string): Instant => hourStart(day, 0, zone);
