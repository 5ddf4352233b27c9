// Stands in for `clock-in.ts` where the server renders (vite.server.config.ts): a page asks for the time some thirty times, and each
// formatting costs as much as a component.

const MINUTE_MS = 60_000;
/** All zones of our time are ahead of UTC by whole quarters of an hour, so only the minute changes within one. */
const QUARTER_MS = 15 * MINUTE_MS;
/** Quarters that are kept: some fifty days. */
const MOST = 5000;

/** What clocks show when a quarter of an hour begins. */
interface Quarter {
  /** `2026-11-21 14:` */
  readonly hour: string;
  readonly minute: number;
}

/** Shows `2026-11-21 14:05` in a zone. */
function keepingClockIn(zone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  });
  const known = new Map<number, Quarter>();
  const quarterAt = (start: number): Quarter => {
    const kept = known.get(start);
    if (kept) return kept;
    const text = format.format(start);
    const quarter = { hour: text.slice(0, -2), minute: Number(text.slice(-2)) };
    if (known.size >= MOST) known.clear();
    known.set(start, quarter);
    return quarter;
  };
  return (moment) => {
    const ms = moment.getTime();
    const start = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
    const { hour, minute } = quarterAt(start);
    return hour + String(minute + Math.floor((ms - start) / MINUTE_MS)).padStart(2, '0');
  };
}

export { keepingClockIn as clockIn };
