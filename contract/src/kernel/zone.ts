import { instant, type Day, type Instant } from './day.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter costs more than a hundred calls of it. The Swedish locale writes days and times as ISO does. */
function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    const [numeric, two] = ['numeric', '2-digit'] as const;
    clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: numeric, month: two, day: two, hour: two, minute: two, second: two },
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/** What the clocks of an IANA zone show at a moment: `2026-11-20 14:05:00`. */
export const wallClock = (zone: string, moment: Date | number): string => clockOf(zone).format(moment);

/** How far the clocks of the zone are ahead of UTC at a moment, in milliseconds. */
export function zoneOffset(zone: string, moment: number): number {
  const second = Math.floor(moment / 1000) * 1000;
  return Date.parse(`${wallClock(zone, second).replace(' ', 'T')}Z`) - second;
}

const MS_PER_HOUR = 3_600_000;

/** The moment at which an hour of a day begins by the clocks of the zone. */
export function hourStart(day: Day, hour: number, zone: string): Date {
  const asUtc = Date.parse(day) + hour * MS_PER_HOUR;
  const near = asUtc - zoneOffset(zone, asUtc);
  // The first guess may have the offset from before a clock change: take the offset at the guessed moment.
  return new Date(asUtc - zoneOffset(zone, near));
}

/** The moment at which a day begins in the zone. */
export const dayStart = (day: Day, zone: string): Instant => instant(hourStart(day, 0, zone));
