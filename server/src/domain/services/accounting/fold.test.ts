import { expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { foldAll } from '../../../../test/network/folding.ts';
import { addNas, tellPacket } from '../../../../test/network/told.ts';
import { foldBatch } from './fold.ts';
import { presumeEnds } from './ends.queries.ts';
import { holdPlace } from './place.queries.ts';

const AT = '2026-11-20T10:00:00Z';

/** A portal whose network has one device, and nothing else that accounting keeps. */
async function network() {
  const portal = await testPortal();
  await addNas(portal.pool);
  return portal;
}

const minutes = (count: number): string => new Date(Date.parse(AT) + count * 60_000).toISOString();

/** A packet of session `id`; bytes are to the subscriber and from him. */
const tell = (
  db: Pick<TestPortal['pool'], 'query'>,
  {
    id = 'a',
    to = 0,
    from = 0,
    ...told
  }: Parameters<typeof tellPacket>[1] & { id?: string; to?: number; from?: number },
) => tellPacket(db, { session: id, unique_id: id, bytes_out: to, bytes_in: from, ...told });

const sessions = async ({ pool }: TestPortal) =>
  (
    await pool.query<Record<string, unknown>>(`
      select internet_session_id::int as id, user_id::int, host(address) as address, mac::text, bytes_in::int, bytes_out::int, end_cause, is_presumed,
        rate_in::int, rate_out::int, settled::text,
        extract(epoch from started_at - '${AT}')::int as started, extract(epoch from stopped_at - '${AT}')::int as stopped,
        extract(epoch from seen_at - '${AT}')::int as seen
      from internet_session where nas is not null order by started_at, internet_session_id`)
  ).rows;

test('a session of Start, Interim and Stop: counted to the subscriber, by our clock, with its end and its service', async () => {
  const portal = await network();
  await tell(portal.pool, { kind: 'Start', seconds: null, class: '0x' + Buffer.from('k:1:aabbccdd').toString('hex') });
  await tell(portal.pool, { at: minutes(5), seconds: 300, to: 3000, from: 300, address: '10.9.0.1' });
  expect(await foldAll(portal)).toBe(2);
  expect(await sessions(portal)).toMatchObject([
    {
      user_id: 1,
      address: '10.9.0.1',
      mac: '02:10:01:76:c0:e6',
      bytes_in: 3000,
      bytes_out: 300,
      started: 0,
      stopped: null,
      seen: 300,
    },
  ]);
  await tell(portal.pool, { at: minutes(10), seconds: 600, to: 33_000, from: 3300, address: '10.9.0.1' });
  await foldAll(portal);
  expect(await sessions(portal)).toMatchObject([{ rate_in: 800, rate_out: 80, stopped: null }]);
  await tell(portal.pool, {
    kind: 'Stop',
    at: minutes(30),
    delay: 900,
    seconds: 900,
    to: 40_000,
    from: 4000,
    cause: 'User-Request',
  });
  await foldAll(portal);
  expect(await sessions(portal)).toMatchObject([
    { stopped: 900, end_cause: 'User-Request', is_presumed: false, bytes_in: 40_000 },
  ]);
  expect(await foldAll(portal)).toBe(0);
});

test('a session is of the service whose login it tells, or of nobody; nothing that a device writes stops the fold', async () => {
  const portal = await network();
  const { rows } = await portal.pool.query<{ login: string }>('select login from service_user where user_id = 1');
  await tell(portal.pool, { id: 'own', login: rows[0]!.login, class: 'something else' });
  await tell(portal.pool, {
    id: 'strange',
    login: "o'neill\\",
    class: 'k:999999999:00',
    address: 'nowhere',
    prefix: '::/999',
    nat: '1:2-3',
  });
  // Cut at 250 letters, it would end with half of a character.
  await tell(portal.pool, { id: 'cut', login: `${'x'.repeat(249)}😀` });
  await tell(portal.pool, { id: '', kind: 'Interim-Update' });
  await tell(portal.pool, { kind: 'Tunnel-Start' });
  await foldAll(portal);
  expect((await sessions(portal)).map(({ user_id, address }) => [user_id, address])).toEqual(
    expect.arrayContaining([
      [1, null],
      [null, null],
    ]),
  );
});

test('a transaction that commits late is folded though its number is lower than that of others', async () => {
  const portal = await network();
  const late = await portal.pool.connect();
  try {
    await late.query('begin');
    await tell(late, { id: 'late' });
    await tell(portal.pool, { id: 'early' });
    // Nothing may pass the transaction that is open.
    expect(await portal.world.db.write(foldBatch)).toBe(0);
    await late.query('commit');
  } finally {
    // Its connection ends, and with it a transaction that a failure has left open.
    late.release(true);
  }
  expect(await foldAll(portal)).toBe(2);
  expect(await sessions(portal)).toHaveLength(2);
});

test('a crash between two batches loses nothing and counts nothing twice', async () => {
  const portal = await network();
  await tell(portal.pool, { kind: 'Start', seconds: null });
  await foldAll(portal);
  await tell(portal.pool, { at: minutes(5), seconds: 300, to: 500 });
  await expect(
    portal.world.db.write(async (tx) => {
      await foldBatch(tx);
      await tx.run(sql`update internet_session set bytes_in = -1 where nas is not null`);
      throw new Error('crash');
    }),
  ).rejects.toThrow('crash');
  expect(await sessions(portal)).toMatchObject([{ seen: 0 }]);
  expect(await foldAll(portal)).toBe(1);
  // The same packet again, as after a crash of who answers the device.
  await tell(portal.pool, { at: minutes(5), seconds: 300, to: 500 });
  await foldAll(portal);
  expect(await sessions(portal)).toMatchObject([{ seen: 300, bytes_in: 500 }]);
});

test('in a restored database, where transactions count anew, all is folded once more', async () => {
  const portal = await network();
  await tell(portal.pool, { id: 'a' });
  await foldAll(portal);
  await portal.pool.query(`update radius.accounting_place set tx = '9999999999'`);
  await portal.pool.query(`update radius.accounting set tx = '9999999998'`);
  await tell(portal.pool, { id: 'b' });
  await foldAll(portal);
  await foldAll(portal);
  expect(await sessions(portal)).toHaveLength(2);
  expect((await portal.pool.query(`select from radius.accounting_place where tx < '9999999999'`)).rowCount).toBe(1);
});

const presume = ({ world }: TestPortal, now = minutes(0)): Promise<number> =>
  world.db.write(async (tx) => {
    await holdPlace(tx);
    return presumeEnds(tx, new Date(now));
  });

test('three silent intervals while others speak end a session at its last packet; a later packet takes that back', async () => {
  const portal = await network();
  await tell(portal.pool, { id: 'other', at: minutes(-1) });
  await tell(portal.pool, { id: 'a', at: AT });
  await foldAll(portal);
  await tell(portal.pool, { id: 'other', at: minutes(5), seconds: 360 });
  await tell(portal.pool, { id: 'other', at: minutes(15), seconds: 960 });
  await foldAll(portal);
  expect(await presume(portal)).toBe(0);
  await tell(portal.pool, { id: 'other', at: minutes(15.1), seconds: 966 });
  await foldAll(portal);
  expect(await presume(portal)).toBe(1);
  expect((await sessions(portal)).filter(({ stopped }) => stopped !== null)).toMatchObject([
    { stopped: 0, end_cause: 'Lost-Stop', is_presumed: true },
  ]);
  // A copy of what was known proves nothing.
  await tell(portal.pool, { id: 'a', at: AT });
  await foldAll(portal);
  expect((await sessions(portal)).filter(({ stopped }) => stopped !== null)).toHaveLength(1);
  await tell(portal.pool, { id: 'a', at: minutes(16), seconds: 960 });
  await foldAll(portal);
  expect((await sessions(portal)).filter(({ stopped }) => stopped !== null)).toEqual([]);
});

test('silence of all devices ends nothing for a day, and each session has its time to speak after it', async () => {
  const portal = await network();
  await tell(portal.pool, { id: 'a', at: AT });
  await tell(portal.pool, { id: 'b', at: AT });
  await foldAll(portal);
  expect(await presume(portal, minutes(600))).toBe(0);
  await tell(portal.pool, { id: 'b', at: minutes(600), seconds: 36_000 });
  await foldAll(portal);
  expect(await presume(portal, minutes(600))).toBe(0);
  expect(await presume(portal, minutes(24 * 60 + 1))).toBe(1);
});

test.each([false, true])(
  'the last restart of the device ends what was on, and not what began after it; batches of one: %s',
  async (isEach) => {
    const portal = await network();
    const told = [
      { id: 'before', at: AT },
      { id: 'between', at: minutes(1.5) },
      // Two minutes, by the time that it was on its way.
      { kind: 'Accounting-On', id: '', at: minutes(3), delay: 60 },
      { kind: 'Accounting-Off', id: '', at: minutes(1) },
      { kind: 'Start', id: 'after', at: minutes(2), seconds: null },
    ];
    for (const packet of told) {
      await tell(portal.pool, packet);
      if (isEach) await foldAll(portal);
    }
    await foldAll(portal);
    expect(await presume(portal)).toBe(2);
    expect(await sessions(portal)).toMatchObject([
      { stopped: 0, end_cause: 'NAS-Reboot', is_presumed: true },
      { stopped: 90, end_cause: 'NAS-Reboot' },
      { started: 120, stopped: null },
    ]);
  },
);

test('an address that has begun again on the device ends the session that had it', async () => {
  const portal = await network();
  await tell(portal.pool, { id: 'a', at: AT, address: '10.9.0.1' });
  await tell(portal.pool, { id: 'b', at: minutes(2), address: '10.9.0.1' });
  await tell(portal.pool, { id: 'c', at: minutes(2), address: '10.9.0.2' });
  await foldAll(portal);
  expect(await presume(portal)).toBe(1);
  expect(await sessions(portal)).toMatchObject([
    { stopped: 0, end_cause: 'Lost-Stop' },
    { stopped: null },
    { stopped: null },
  ]);
});

test('a device without gigawords: its wraps are counted in any order of the reports', async () => {
  const portal = await network();
  await portal.pool.query('update radius.nas set has_gigawords = false');
  await tell(portal.pool, { at: minutes(5), seconds: 300, to: 4_000_000_000 });
  await foldAll(portal);
  await tell(portal.pool, { at: minutes(15), seconds: 900, to: 3_000_000_000 });
  await foldAll(portal);
  await tell(portal.pool, { at: minutes(10), seconds: 600, to: 3_900_000_000 });
  await foldAll(portal);
  const { rows } = await portal.pool.query(`select bytes_in::text from internet_session where nas is not null`);
  // 300 s: 4.0; 600 s: 3.9 after the first wrap; 900 s: 3.0 after the second.
  expect(rows).toEqual([{ bytes_in: String(3_000_000_000 + 2 * 2 ** 32) }]);
});

test('a packet between two rows makes them one, with the hours of both', async () => {
  const portal = await network();
  await tell(portal.pool, { at: minutes(0), to: 10 });
  await tell(portal.pool, { at: minutes(76), seconds: 3600, to: 20 });
  await foldAll(portal);
  expect(await sessions(portal)).toHaveLength(2);
  await tell(portal.pool, { at: minutes(8), to: 15 });
  await foldAll(portal);
  expect(await sessions(portal)).toMatchObject([{ started: 0, seen: 76 * 60, bytes_in: 20 }]);
  const { rows } = await portal.pool.query(`select bytes_in::int from session_hour order by hour`);
  expect(rows).toEqual([{ bytes_in: 15 }, { bytes_in: 20 }]);
});

test('what the client has ended in the cabinet stays so in words, and ends when the device says it', async () => {
  const portal = await network();
  await tell(portal.pool, { at: AT });
  await foldAll(portal);
  await portal.world.db.write((tx) =>
    tx.run(sql`
      update internet_session set end_ordered_at = ${AT}, stopped_at = ${minutes(1)}::timestamptz, end_cause = 'portal_request', is_presumed = true
      where nas is not null`),
  );
  await tell(portal.pool, { kind: 'Stop', at: minutes(2), seconds: 120, cause: 'Admin-Reset' });
  await foldAll(portal);
  expect(await sessions(portal)).toMatchObject([{ stopped: 120, end_cause: 'portal_request', is_presumed: false }]);
});
