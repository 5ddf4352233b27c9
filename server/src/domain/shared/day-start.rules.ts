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

/** The moment at which a day begins in the given IANA zone. */
export function dayStart(day: Day, zone: string): Instant {
  const midnight = Date.parse(day);
  const near = midnight - aheadAt(zone, midnight);
  // Clocks may change in the hours between.
  return instant(new Date(midnight - aheadAt(zone, near)));
}
