import { zoneOffset } from '@kabinet/contract/kernel/zone';

/** When a record began. */
export interface RecordMoment {
  readonly at: Date;
  /** Whether the clocks showed this time twice and the record does not tell which; then the first is taken. */
  readonly isDoubtful: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A channel is created this long before its record begins, at most. */
const NEAR_MS = HOUR_MS / 2;

/**
 * The moment at which the clocks of an IANA zone show a local time, `2026-10-25 02:30:00`. Clocks that are put back
 * show an hour twice; `uniqueid` of Asterisk begins with the second of 1970 in which the channel was created and
 * decides. Undefined for a time that clocks put forward have left out: the zone of the exchange is wrong.
 */
export function callMomentOf(local: string, zone: string, uniqueid: string): RecordMoment | undefined {
  const asUtc = Date.parse(`${local.slice(0, 10)}T${local.slice(11, 19)}Z`);
  const offset = steadyOffset(local.slice(0, 10), zone);
  if (offset !== undefined) return { at: new Date(asUtc - offset), isDoubtful: false };
  const offsets = new Set([zoneOffset(zone, asUtc - DAY_MS), zoneOffset(zone, asUtc + DAY_MS)]);
  const possible = [...offsets]
    .map((one) => asUtc - one)
    .filter((moment) => moment + zoneOffset(zone, moment) === asUtc);
  // Clocks put back are ahead of UTC by more before it: the first of two is the earlier one.
  const [first, second] = possible;
  if (first === undefined) return undefined;
  if (second === undefined) return { at: new Date(first), isDoubtful: false };
  const created = createdAt(uniqueid);
  const told = possible.find((moment) => created !== undefined && Math.abs(moment - created) < NEAR_MS);
  return { at: new Date(told ?? first), isDoubtful: told === undefined };
}

/** `1792888200.42`, or with the name of the system before it: `pbx-1792888200.42`. */
const createdAt = (uniqueid: string): number | undefined => {
  const seconds = /(?:^|-)(\d{9,10})\.\d+$/.exec(uniqueid)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
};

const known = new Map<string, number | undefined>();
const MOST_KNOWN = 1000;

/** How far the clocks are ahead of UTC on a day, in milliseconds; undefined if they are changed near it. */
function steadyOffset(day: string, zone: string): number | undefined {
  const key = `${zone} ${day}`;
  if (!known.has(key)) {
    if (known.size >= MOST_KNOWN) known.clear();
    const noon = Date.parse(`${day}T12:00:00Z`);
    const offset = zoneOffset(zone, noon);
    const isSteady = [-2, -1, 1, 2].every((days) => zoneOffset(zone, noon + days * DAY_MS) === offset);
    known.set(key, isSteady ? offset : undefined);
  }
  return known.get(key);
}
