/**
 * What accounting packets say of sessions, as a rule without a database (decision 0235). A session is merged of its packets by unions, minima
 * and maxima only, so packets may come in any order, repeatedly, and in any batches. All moments are milliseconds of our clock.
 */

/** A packet about a session, as it was heard. */
export interface SessionPacket {
  readonly isStop: boolean;
  /** When we got it, less the time that the device says it was on its way. */
  readonly heard: number;
  /** When the session began: `heard` less the length that the device tells. */
  readonly begun: number;
  /** The length that it tells, in seconds. */
  readonly seconds: number;
  readonly counters: Counters;
  /** Whether the counters begin anew after 4 GiB. */
  readonly wraps: boolean;
  readonly cause: string | null;
  readonly mac: string | null;
  readonly port: string | null;
  readonly login: string | null;
  readonly sessionRef: string | null;
  readonly class: string | null;
  /** Addresses, prefixes and ranges of ports, each as a text. */
  readonly uses: readonly string[];
}

/** Bytes to the subscriber and from him, since the session began. */
interface Counters {
  readonly to: number;
  readonly from: number;
}

/** The counters of a device at a moment. */
export interface Reading extends Counters {
  readonly seconds: number;
  readonly heard: number;
}

/** The counters at the last packet of an hour. */
interface HourPoint extends Counters {
  readonly heard: number;
}

export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A value that may change, with the latest moment of which it is known. */
interface Told {
  readonly at: number;
  readonly value: string;
}

export interface KeptSession extends Counters {
  /** Rows of the database that are this session; it stays in the first one. */
  readonly ids: readonly number[];
  /** The earliest and the latest moment at which, by a packet, it began. */
  readonly begun: Span;
  readonly seen: number;
  readonly stop: Told | null;
  readonly mac: string | null;
  readonly port: string | null;
  readonly login: string | null;
  readonly sessionRef: string | null;
  readonly class: Told | null;
  readonly uses: ReadonlyMap<string, Span>;
  /** By the beginning of the hour; of a session of the database only the hours that have changed. */
  readonly hours: ReadonlyMap<number, HourPoint>;
  /** All of them, of a device whose counters wrap; otherwise none. */
  readonly readings: readonly Reading[];
}

/** Packets whose beginnings differ by less are of one session; by more, of another session with the same id. */
export const SAME_SESSION_MS = 600_000;
const HOUR_MS = 3_600_000;
const WRAP = 2 ** 32;

/** Folds packets with one id of one device into its sessions. */
export function foldPackets(
  sessions: readonly KeptSession[],
  packets: readonly SessionPacket[],
): readonly KeptSession[] {
  const parts = [...sessions, ...packets.map(sessionOf)].sort((a, b) => a.begun.from - b.begun.from);
  return parts.reduce<KeptSession[]>((found, part) => {
    const last = found.at(-1);
    if (last && part.begun.from - last.begun.until <= SAME_SESSION_MS) found[found.length - 1] = merged(last, part);
    else found.push(part);
    return found;
  }, []);
}

const hourOf = (moment: number): number => moment - (moment % HOUR_MS);

/** The session as one packet tells it. */
function sessionOf(packet: SessionPacket): KeptSession {
  const { heard, begun, seconds, counters, wraps } = packet;
  return {
    ids: [],
    begun: { from: begun, until: begun },
    seen: heard,
    stop: packet.isStop ? { at: heard, value: packet.cause ?? '' } : null,
    ...counters,
    mac: packet.mac,
    port: packet.port,
    login: packet.login,
    sessionRef: packet.sessionRef,
    class: packet.class === null ? null : { at: heard, value: packet.class },
    uses: new Map(packet.uses.map((use) => [use, { from: heard, until: heard }])),
    hours: new Map([[hourOf(heard), { heard, ...counters }]]),
    readings: wraps ? [{ seconds, heard, ...counters }] : [],
  };
}

/** Two parts of one session. Commutative, associative, and a part merged with itself stays as it is. */
function merged(a: KeptSession, b: KeptSession): KeptSession {
  return counted({
    ids: [...new Set([...a.ids, ...b.ids])].sort((one, other) => one - other),
    begun: around(a.begun, b.begun),
    seen: Math.max(a.seen, b.seen),
    stop: later(a.stop, b.stop),
    ...most(a, b),
    mac: greater(a.mac, b.mac),
    port: greater(a.port, b.port),
    login: greater(a.login, b.login),
    sessionRef: greater(a.sessionRef, b.sessionRef),
    class: later(a.class, b.class),
    uses: unionOf(a.uses, b.uses, around),
    hours: unionOf(a.hours, b.hours, furthest),
    readings: distinct([...a.readings, ...b.readings]),
  });
}

const around = (a: Span, b: Span): Span => ({ from: Math.min(a.from, b.from), until: Math.max(a.until, b.until) });

const most = (a: Counters, b: Counters): Counters => ({ to: Math.max(a.to, b.to), from: Math.max(a.from, b.from) });

const furthest = (a: HourPoint, b: HourPoint): HourPoint => ({ heard: Math.max(a.heard, b.heard), ...most(a, b) });

/** Of two values of which one must stay, whatever the order: a value that is there, then the greater one. */
const greater = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);

/** What is known of the later moment; of one moment, the greater value. */
function later(a: Told | null, b: Told | null): Told | null {
  if (a === null || b === null) return a ?? b;
  if (a.at !== b.at) return a.at > b.at ? a : b;
  return a.value > b.value ? a : b;
}

function unionOf<Key, Value>(
  a: ReadonlyMap<Key, Value>,
  b: ReadonlyMap<Key, Value>,
  join: (a: Value, b: Value) => Value,
): ReadonlyMap<Key, Value> {
  const union = new Map(a);
  for (const [key, value] of b) {
    const other = union.get(key);
    union.set(key, other === undefined ? value : join(other, value));
  }
  return union;
}

const inOrder = (a: Reading, b: Reading): number =>
  a.seconds - b.seconds || a.heard - b.heard || a.to - b.to || a.from - b.from;

const distinct = (readings: readonly Reading[]): Reading[] =>
  [...new Map(readings.map((one) => [`${one.seconds} ${one.heard} ${one.to} ${one.from}`, one])).values()].sort(
    inOrder,
  );

/** Counts the wraps of a device without gigawords: wherever a counter falls, in the order of the session's length. */
function counted(session: KeptSession): KeptSession {
  if (session.readings.length === 0) return session;
  let whole: Counters = session;
  let { hours } = session;
  let [base, last] = [NOTHING, NOTHING];
  // Reports of one second cannot be put in order: the greater one is the later.
  for (const [, readings] of Map.groupBy(session.readings, ({ seconds }) => seconds)) {
    const top = readings.reduce(most, NOTHING);
    base = { to: base.to + (top.to < last.to ? WRAP : 0), from: base.from + (top.from < last.from ? WRAP : 0) };
    last = top;
    whole = most(whole, { to: base.to + top.to, from: base.from + top.from });
    for (const { heard, ...reading } of readings) {
      const point = { heard, to: base.to + reading.to, from: base.from + reading.from };
      hours = unionOf(hours, new Map([[hourOf(heard), point]]), furthest);
    }
  }
  return { ...session, ...whole, hours };
}
const NOTHING: Counters = { to: 0, from: 0 };

/** The use of a family that was heard last; of one moment, the greater text. */
export function latestUse(uses: ReadonlyMap<string, Span>, isOf: (use: string) => boolean): string | null {
  let latest: string | null = null;
  let heard = -Infinity;
  for (const [use, { until }] of uses) {
    if (!isOf(use)) continue;
    if (until > heard || (until === heard && use > (latest ?? ''))) [latest, heard] = [use, until];
  }
  return latest;
}
