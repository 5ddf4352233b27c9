/** The part of Temporal that a clock needs; not every browser has it. */
interface Temporal {
  Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: string): { toString(): string } } };
}

/** Shows `2026-11-21 14:05` in a zone. Uses Temporal if the browser has it: creating a formatter takes a phone 50 ms. */
export function clockIn(zone: string): (moment: Date) => string {
  const { Temporal } = globalThis as { Temporal?: Temporal };
  if (Temporal) {
    return (moment) =>
      Temporal.Instant.fromEpochMilliseconds(moment.getTime())
        .toZonedDateTimeISO(zone)
        .toString()
        .slice(0, 16)
        .replace('T', ' ');
  }
  const format = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  });
  return (moment) => format.format(moment);
}
