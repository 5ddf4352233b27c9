const clocks = new Map<string, Intl.DateTimeFormat>();

/** Year, month, day and the time of a moment in an IANA zone: `['2026', '11', '20', '14:05:00']`. */
export function stampParts(at: Date, zone: string): [year: string, month: string, day: string, time: string] {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  const [date = '', time = ''] = clock.format(at).split(' ');
  const [year = '', month = '', day = ''] = date.split('-');
  return [year, month, day, time];
}
