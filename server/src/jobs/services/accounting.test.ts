import { expect, test } from 'vitest';
import { foldAll } from '../../../test/network/folding.ts';
import { addNas, tellPacket } from '../../../test/network/told.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { foldBatch } from '#server/domain/services/accounting/fold.ts';
import { settle } from '#server/domain/services/accounting/settle.queries.ts';
import { foldAccounting, settleSessions } from './accounting.ts';

// The clock of the portal shows 20 November 2026, 10:05 UTC.

async function network() {
  const portal = await testPortal();
  await addNas(portal.pool);
  return portal;
}

const told = async <Row extends object>({ pool }: TestPortal, statement: string): Promise<Row[]> =>
  (await pool.query<Row>(statement)).rows;

const settled = (portal: TestPortal) =>
  told<{ id: string; settled: string; part: string }>(
    portal,
    `select unique_id as id, settled::text, tableoid::regclass::text as part from internet_session where nas is not null order by 1`,
  );

/** A session that ended so many hours before the portal's now. */
async function ended(portal: TestPortal, id: string, hoursAgo: number) {
  const at = (hours: number) => new Date(portal.clock.now().getTime() - hours * 3_600_000).toISOString();
  await tellPacket(portal.pool, { unique_id: id, kind: 'Start', seconds: null, at: at(hoursAgo + 1) });
  await tellPacket(portal.pool, { unique_id: id, kind: 'Stop', seconds: 3600, bytes_out: 900, at: at(hoursAgo) });
}

test('a session settles in the month of its end a day after it; one that is on stays', async () => {
  const portal = await network();
  await ended(portal, 'a day', 24.1);
  await ended(portal, 'less', 23.9);
  await ended(portal, 'october', 24 * 30);
  await tellPacket(portal.pool, { unique_id: 'on' });
  await foldAll(portal);
  await settleSessions(portal.world);
  expect(await settled(portal)).toEqual([
    { id: 'a day', settled: '2026-11-19', part: 'internet_session_2026_11' },
    { id: 'less', settled: 'infinity', part: 'internet_session_live' },
    { id: 'october', settled: '2026-10-21', part: 'internet_session_2026_10' },
    { id: 'on', settled: 'infinity', part: 'internet_session_live' },
  ]);
});

test('a session whose month came after the months were made waits for the next time', async () => {
  const portal = await network();
  await ended(portal, 'october', 24 * 30);
  await foldAll(portal);
  expect(await portal.world.db.write((tx) => settle(tx, portal.clock.now()))).toBe(0);
  await settleSessions(portal.world);
  expect((await settled(portal)).map(({ part }) => part)).toEqual(['internet_session_2026_10']);
});

test('a packet of a settled session is added to it, and one that shows it on brings it back', async () => {
  const portal = await network();
  await ended(portal, 'stopped', 30);
  await tellPacket(portal.pool, { unique_id: 'silent', at: '2026-11-18T00:00:00Z' });
  await foldAll(portal);
  await portal.pool.query(`
    update internet_session set stopped_at = seen_at, is_presumed = true, end_cause = 'Lost-Stop' where unique_id = 'silent'`);
  await settleSessions(portal.world);
  expect((await settled(portal)).map(({ part }) => part)).toEqual([
    'internet_session_2026_11',
    'internet_session_2026_11',
  ]);
  // Late: an Interim from before the Stop, of whose length the device is not sure.
  await tellPacket(portal.pool, { unique_id: 'stopped', seconds: 1800, bytes_out: 1000, at: '2026-11-19T03:35:00Z' });
  await tellPacket(portal.pool, { unique_id: 'silent', seconds: 2 * 86_400, at: '2026-11-20T00:00:00Z' });
  await foldAll(portal);
  expect(await settled(portal)).toMatchObject([
    { id: 'silent', part: 'internet_session_live' },
    { id: 'stopped', part: 'internet_session_2026_11' },
  ]);
  expect(
    await told(
      portal,
      `select bytes_in::int, stopped_at is null as is_on from internet_session where nas is not null order by unique_id`,
    ),
  ).toEqual([
    { bytes_in: 0, is_on: true },
    { bytes_in: 1000, is_on: false },
  ]);
});

test('raw days are made ahead and dropped in time, but not before they are folded', async () => {
  const portal = await network();
  const days = async () =>
    (
      await told<{ day: number }>(
        portal,
        `select to_date(right(relname, 10), 'YYYY_MM_DD') - (now() at time zone 'UTC')::date as day from pg_inherits
       join pg_class on pg_class.oid = inhrelid where inhparent = 'radius.accounting'::regclass and relname <> 'accounting_other' order by 1`,
      )
    ).map(({ day }) => day);
  for (const ago of [3, 4, 5])
    await portal.pool.query(`select radius.keep_accounting_day((now() at time zone 'UTC')::date - ${ago})`);
  await tellPacket(portal.pool, { at: new Date(Date.now() - 5 * 86_400_000).toISOString() });
  await settleSessions(portal.world);
  expect(await days()).toEqual([-5, -3, 0, 1, 2, 3]);
  await foldAll(portal);
  await settleSessions(portal.world);
  expect(await days()).toEqual([-3, 0, 1, 2, 3]);
});

test('packets are folded at the turn of the month beside a dump, which lets nobody make a table', async () => {
  const portal = await network();
  await settleSessions(portal.world);
  const [month] = await told<{ first: string }>(
    portal,
    `select to_char(now() at time zone 'UTC' + interval '1 month', 'YYYY-MM-01T00:00:05Z') as first`,
  );
  await tellPacket(portal.pool, { unique_id: 'at midnight', at: month!.first });
  const dump = await portal.pool.connect();
  await dump.query('begin; lock table session_hour, internet_session in access share mode');
  try {
    await portal.world.db.write(foldBatch);
  } finally {
    await dump.query('rollback');
    dump.release();
  }
  const hours = await told(portal, `select tableoid::regclass::text as part from session_hour`);
  expect(hours).toEqual([{ part: `session_hour_${month!.first.slice(0, 7).replace('-', '_')}` }]);
});

test('hours are thinned to one a day and dropped with their month; sessions are dropped with theirs', async () => {
  const portal = await network();
  // Of the day 18 September in Samara, and the first hour of the next one.
  for (const hour of ['2026-09-17T21', '2026-09-18T09', '2026-09-18T19', '2026-09-18T20']) {
    await tellPacket(portal.pool, {
      at: `${hour}:30:00Z`,
      seconds: (Date.parse(`${hour}:30:00Z`) - Date.parse('2026-09-17T20:00:00Z')) / 1000,
    });
  }
  await tellPacket(portal.pool, { unique_id: 'old', kind: 'Stop', at: '2023-10-20T10:00:00Z' });
  await foldAll(portal);
  const hours = async () =>
    (await told<{ hour: string }>(portal, `select hour from session_hour order by hour`)).map(({ hour }) =>
      new Date(hour).toISOString().slice(0, 13),
    );
  expect(await hours()).toHaveLength(5);
  portal.clock.set(new Date('2026-11-21T10:00:00Z'));
  await settleSessions(portal.world);
  expect(await hours()).toEqual(['2026-09-18T19', '2026-09-18T20']);
  expect((await settled(portal)).map(({ id }) => id)).toEqual(['a']);
  portal.clock.set(new Date('2027-10-31T10:00:00Z'));
  await settleSessions(portal.world);
  expect(await hours()).toHaveLength(2);
  portal.clock.set(new Date('2027-11-01T10:00:00Z'));
  await settleSessions(portal.world);
  expect(await hours()).toEqual([]);
});

test('the fold orders itself for the next second while a device is known, and otherwise waits for the schedule', async () => {
  const portal = await testPortal();
  const waiting = () =>
    told(portal, `select run_at from graphile_worker.jobs where task_identifier = 'fold_accounting'`);
  await foldAccounting(portal.world);
  expect(await waiting()).toEqual([]);
  await addNas(portal.pool);
  await foldAccounting(portal.world);
  await foldAccounting(portal.world);
  expect(await waiting()).toHaveLength(1);
});
