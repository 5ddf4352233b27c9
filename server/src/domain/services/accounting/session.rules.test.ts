import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  playedWorld,
  batchesOf,
  truthOf,
  worldArb,
  type TrueSession,
} from '../../../../test/network/accounting-world.ts';
import { packetOf, type AccountingRow } from './packet.ts';
import { foldPackets, latestUse, type KeptSession, type SessionPacket } from './session.rules.ts';

const kept = (sessions: readonly KeptSession[]): TrueSession[] =>
  sessions.map(({ begun, seen, stop, to, from, mac, class: shape, hours, uses }) => ({
    started: begun.from,
    seen,
    stopped: stop?.at ?? null,
    cause: stop?.value ?? null,
    to,
    from,
    mac,
    class: shape?.value ?? null,
    address: latestUse(uses, () => true),
    uses: Object.fromEntries([...uses].sort(([a], [b]) => (a < b ? -1 : 1))),
    hours: Object.fromEntries([...hours].sort(([a], [b]) => a - b)),
  }));

/** Folds batch after batch, each id alone; a session of the database is what came out of the batches before. */
function folded(
  batches: readonly (readonly AccountingRow[])[],
  hasGigawords: boolean,
): Map<string, readonly KeptSession[]> {
  const sessions = new Map<string, readonly KeptSession[]>();
  for (const batch of batches) {
    for (const [id, rows] of Map.groupBy(batch, (row) => row.unique_id ?? '')) {
      const packets = rows.map((row) => packetOf(row, { hasGigawords })).filter((one) => one !== undefined);
      sessions.set(id, foldPackets(sessions.get(id) ?? [], packets));
    }
  }
  return sessions;
}

test('packets of any world, in any order, repeated and in any batches, give its true sessions and hours', () => {
  fc.assert(
    fc.property(worldArb, fc.infiniteStream(fc.nat()), (world, dice) => {
      const played = playedWorld(world);
      const truth = truthOf(played);
      for (const order of ['sent', 'reversed', 'random'] as const) {
        const found = folded(batchesOf(played, order, dice), world.hasGigawords);
        const told = new Map([...found].map(([id, sessions]) => [id, kept(sessions)]));
        expect(told).toEqual(truth);
      }
    }),
    { numRuns: 1200 },
  );
});

const START = Date.parse('2026-11-20T10:00:00Z');
const packet = (about: Partial<SessionPacket>): SessionPacket => ({
  isStop: false,
  heard: START,
  begun: START,
  seconds: 0,
  counters: { to: 0, from: 0 },
  wraps: false,
  cause: null,
  mac: null,
  port: null,
  login: null,
  sessionRef: null,
  class: null,
  uses: [],
  ...about,
});
const at = (begun: number): SessionPacket => packet({ begun: START + begun });

test('an id that begins again ten minutes later is the same session, a moment after that another one', () => {
  expect(foldPackets([], [at(0), at(600_000)])).toHaveLength(1);
  expect(foldPackets([], [at(0), at(600_001)])).toHaveLength(2);
});

test('a packet between two sessions shows that they were one: it stays in the first row', () => {
  const two = foldPackets([], [at(0), at(1_200_000)]).map((session, index) => ({
    ...session,
    ids: [8 - index],
  }));
  const [one, ...more] = foldPackets(two, [at(600_000)]);
  expect(more).toEqual([]);
  expect(one?.ids).toEqual([7, 8]);
});

test.each([
  ['a later Stop', { heard: START, cause: 'b' }, { heard: START + 1, cause: 'a' }, 'a'],
  ['of one moment the greater cause', { heard: START, cause: 'a' }, { heard: START, cause: 'b' }, 'b'],
])('two Stops: %s is believed, in any order', (_, first, second, cause) => {
  const stops = [packet({ isStop: true, ...first }), packet({ isStop: true, ...second })];
  for (const order of [stops, stops.toReversed()]) expect(foldPackets([], order)[0]?.stop?.value).toBe(cause);
});

test('what one packet leaves out is known from another, and of two ports the greater one stays', () => {
  const packets = [packet({ port: 'a', mac: 'm' }), packet({ port: 'b' }), packet({ login: 'l', sessionRef: 's' })];
  for (const order of [packets, packets.toReversed()])
    expect(foldPackets([], order)[0]).toMatchObject({ port: 'b', mac: 'm', login: 'l', sessionRef: 's' });
});

test('of two addresses heard at one moment the greater one is the last', () => {
  const uses = ['address 10.0.0.1', 'address 10.0.0.2'];
  for (const order of [uses, uses.toReversed()]) {
    const [session] = foldPackets(
      [],
      order.map((use) => packet({ uses: [use] })),
    );
    expect(latestUse(session!.uses, () => true)).toBe('address 10.0.0.2');
  }
});
