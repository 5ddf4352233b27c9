import fc from 'fast-check';
import type { AccountingRow } from '#server/domain/services/accounting/packet.ts';

/** A device of access with its sessions, what it tells of them, and what becomes of its packets on their way. */

interface PlannedReport {
  /** Seconds since the one before. */
  readonly after: number;
  readonly to: number;
  readonly from: number;
  readonly isLost: boolean;
  /** Milliseconds on the way, for each copy that arrives. */
  readonly ways: readonly number[];
  /** Seconds for which the device could not send it; it tells them. */
  readonly delay: number;
  /** Seconds by which the device's own length of the session goes wrong. */
  readonly drift: number;
  readonly address: number;
  readonly shape: number | null;
}

interface PlannedSession {
  readonly pause: number;
  readonly hasStart: boolean;
  readonly hasStop: boolean;
  readonly reports: readonly PlannedReport[];
}

interface World {
  readonly hasGigawords: boolean;
  /** For each id of the device, the sessions that used it, one after another. */
  readonly ids: readonly (readonly PlannedSession[])[];
}

const GIB = 2 ** 30;
const report = fc.record({
  after: fc.integer({ min: 1, max: 7200 }),
  to: fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 2 * GIB - 1 })),
  from: fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 2 * GIB - 1 })),
  isLost: fc.boolean(),
  ways: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 3 }),
  delay: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4000 })),
  drift: fc.oneof(fc.constant(0), fc.integer({ min: -240, max: 240 })),
  address: fc.integer({ min: 1, max: 3 }),
  shape: fc.option(fc.integer({ min: 1, max: 3 })),
});
const session = fc.record({
  pause: fc.integer({ min: 1000, max: 20_000 }),
  hasStart: fc.boolean(),
  hasStop: fc.boolean(),
  reports: fc.array(report, { minLength: 1, maxLength: 7 }),
});
export const worldArb: fc.Arbitrary<World> = fc.record({
  hasGigawords: fc.boolean(),
  ids: fc.array(fc.array(session, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }),
});

/** A packet that has arrived, with what is true of it. */
interface Arrived {
  readonly row: AccountingRow;
  readonly heard: number;
  readonly begun: number;
  readonly to: number;
  readonly from: number;
}

/** For each id, its sessions with the packets that have arrived of each. */
type Played = ReadonlyMap<string, readonly (readonly Arrived[])[]>;

const BEGIN = Date.parse('2026-11-19T00:00:00.123Z');
const HOUR_MS = 3_600_000;
const SHAPES = ['k:1:aa', 'k:1:bb', 'k:1:cc'];

export const playedWorld = (world: World): Played =>
  new Map(world.ids.map((sessions, index) => [`id-${index}`, playedId(`id-${index}`, sessions, world)]));

function playedId(id: string, sessions: readonly PlannedSession[], { hasGigawords }: World): Arrived[][] {
  let time = BEGIN;
  return sessions
    .map((planned) => {
      time += planned.pause * 1000;
      const played = playedSession(planned, { id, begun: time, hasGigawords });
      // Even by a clock that has gone wrong, the next one begins more than ten minutes later.
      time = played.ended + 600_000;
      return played.packets;
    })
    .filter((packets) => packets.length > 0);
}

interface Beginning {
  readonly id: string;
  readonly begun: number;
  readonly hasGigawords: boolean;
}

function playedSession(planned: PlannedSession, { id, begun, hasGigawords }: Beginning) {
  const packets: Arrived[] = [];
  const last = planned.reports.length - 1;
  let [length, drift, seconds, to, from, wasLost] = [0, 0, -1, 0, 0, false];
  const start = { ...planned.reports[0]!, after: 0, to: 0, from: 0, delay: 0, drift: 0, isLost: !planned.hasStart };
  for (const [index, told] of [start, ...planned.reports].entries()) {
    length += told.after;
    drift += told.drift;
    // It may count too fast or too slowly, but not backwards.
    seconds = Math.max(length + drift, seconds + 1);
    to += told.to;
    from += told.from;
    // Two losses in a row could hide a wrap, or the link between beginnings that the device tells ever more wrongly.
    const isLost = told.isLost && !wasLost;
    wasLost = isLost;
    if (isLost) continue;
    const kind = index === 0 ? 'Start' : index === last + 1 && planned.hasStop ? 'Stop' : 'Interim-Update';
    for (const way of told.ways) {
      const heard = begun + length * 1000 + way;
      const row = rowOf({ id, kind, told, seconds, heard, to, from, hasGigawords });
      packets.push({ row, heard, begun: heard - seconds * 1000, to, from });
    }
  }
  // Well after the last packet, and after all beginnings that were told.
  return { packets, ended: begun + (length + Math.abs(drift) + 2000) * 1000 };
}

interface Telling {
  readonly id: string;
  readonly kind: string;
  readonly told: PlannedReport;
  readonly seconds: number;
  readonly heard: number;
  readonly to: number;
  readonly from: number;
  readonly hasGigawords: boolean;
}

function rowOf({ id, kind, told, seconds, heard, to, from, hasGigawords }: Telling): AccountingRow {
  const counter = (bytes: number) => (hasGigawords ? bytes : bytes % 2 ** 32);
  return {
    nas: '10.255.0.1',
    kind,
    session: id,
    unique_id: id,
    login: 'somebody',
    class: told.shape === null ? '' : `0x${Buffer.from(SHAPES[told.shape - 1]!).toString('hex')}`,
    mac: kind === 'Start' ? '' : '02-10-01-76-C0-E6',
    port: '',
    address: kind === 'Start' ? '' : `10.0.0.${told.address}`,
    prefix: '',
    nat: '',
    delay: told.delay,
    seconds: kind === 'Start' ? null : seconds,
    bytes_in: counter(from),
    bytes_out: counter(to),
    cause: kind === 'Stop' ? `cause-${told.shape ?? 0}` : '',
    at: heard + told.delay * 1000,
  };
}

/** Any order of the packets, cut into batches; some come again in another batch. */
export function batchesOf(
  played: Played,
  order: 'sent' | 'reversed' | 'random',
  dice: Iterator<number>,
): AccountingRow[][] {
  const roll = (sides: number) => (dice.next().value as number) % sides;
  const sent = [...played.values()].flat(2).map(({ row }) => row);
  const again = sent.filter(() => roll(4) === 0);
  const rows = order === 'reversed' ? sent.toReversed() : [...sent, ...again];
  if (order === 'random') rows.sort((a, b) => Math.sign(((a.at * 7919) % 101) - ((b.at * 7919) % 101)) || roll(3) - 1);
  const batches: AccountingRow[][] = [[]];
  for (const row of rows) {
    if (roll(5) === 0) batches.push([]);
    batches.at(-1)!.push(row);
  }
  return batches;
}

/** What is known of a session. */
export interface TrueSession {
  readonly started: number;
  readonly seen: number;
  readonly stopped: number | null;
  readonly cause: string | null;
  readonly to: number;
  readonly from: number;
  readonly mac: string | null;
  readonly class: string | null;
  readonly address: string | null;
  readonly uses: Readonly<Record<string, { from: number; until: number }>>;
  readonly hours: Readonly<Record<number, { heard: number; to: number; from: number }>>;
}

/** The true sessions of each id, in their order, as far as packets of them have arrived. */
export const truthOf = (played: Played): Map<string, TrueSession[]> =>
  new Map(
    [...played].filter(([, sessions]) => sessions.length > 0).map(([id, sessions]) => [id, sessions.map(toldOf)]),
  );

function toldOf(packets: readonly Arrived[]): TrueSession {
  const largest = (of: readonly Arrived[], value: (one: Arrived) => number) =>
    of.reduce((most, one) => Math.max(most, value(one)), -Infinity);
  const lastOf = (of: readonly Arrived[], value: (one: Arrived) => string) => {
    const told = of.map((one) => ({ at: one.heard, value: value(one) })).filter((one) => one.value !== '');
    return told.sort((a, b) => a.at - b.at || (a.value < b.value ? -1 : 1)).at(-1)?.value ?? null;
  };
  const stops = packets.filter(({ row }) => row.kind === 'Stop');
  const point = (of: readonly Arrived[]) => ({
    heard: largest(of, ({ heard }) => heard),
    to: largest(of, ({ to }) => to),
    from: largest(of, ({ from }) => from),
  });
  const addressed = packets.filter(({ row }) => row.address !== '');
  const byAddress = Object.groupBy(addressed, ({ row }) => `address ${row.address}`);
  const hours = Object.groupBy(packets, ({ heard }) => Math.floor(heard / HOUR_MS) * HOUR_MS);
  const whole = point(packets);
  return {
    started: -largest(packets, ({ begun }) => -begun),
    seen: whole.heard,
    stopped: stops.length > 0 ? largest(stops, ({ heard }) => heard) : null,
    cause: lastOf(stops, ({ row }) => row.cause ?? ''),
    to: whole.to,
    from: whole.from,
    mac: addressed.length > 0 ? '02:10:01:76:c0:e6' : null,
    class: lastOf(packets, ({ row }) =>
      row.class === '' ? '' : (SHAPES.find((shape) => row.class?.endsWith(Buffer.from(shape).toString('hex'))) ?? ''),
    ),
    address: lastOf(addressed, ({ row }) => `address ${row.address}`),
    uses: Object.fromEntries(
      Object.entries(byAddress).map(([use, of = []]) => [
        use,
        { from: -largest(of, ({ heard }) => -heard), until: largest(of, ({ heard }) => heard) },
      ]),
    ),
    hours: Object.fromEntries(Object.entries(hours).map(([hour, of = []]) => [hour, point(of)])),
  };
}
