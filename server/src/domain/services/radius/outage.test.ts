import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addNas } from '../../../../test/network/told.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { beginOutages, endOutages } from './outage.queries.ts';

const [NAS, OTHER] = ['10.255.0.1', '10.255.0.2'];
const WHO = 100_001;

/** Twelve clients on a device; the last one is the line of a known client. */
async function network() {
  const portal = await testPortal();
  const { pool, clock } = portal;
  const now = clock.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  await addNas(pool, NAS);
  await addNas(pool, OTHER);
  await pool.query('delete from internet_session');
  await pool.query('delete from speed_test');
  await pool.query('update incident set ended_at = greatest(began_at, $1) where ended_at is null', [now]);
  await pool.query(
    `insert into internet_session (user_id, started_at, seen_at, mac, bytes_in, bytes_out, nas, session_ref)
     select user_id, $1, $2, '02:10:01:76:c0:e6', 0, 0, $3, 'ref' from service_user where user_type in ('isg', 'ethernet', 'homenet')
     order by contract_id = ${WHO} desc, user_id limit 12`,
    [ago(3600), ago(30), NAS],
  );
  await pool.query('update radius.nas set heard_at = $1', [ago(5)]);
  await pool.query('update radius.accounting_place set last_at = $1', [now]);
  /** So many sessions stop. */
  const stop = (count: number, { seconds = 60, but = 0, cause = 'Lost-Carrier' } = {}) =>
    pool.query(
      `update internet_session set stopped_at = $1, seen_at = $1, end_cause = $2 where internet_session_id in (
         select internet_session_id from internet_session where stopped_at is null order by internet_session_id offset $4 limit $3)`,
      [ago(seconds), cause, count, but],
    );
  return {
    portal,
    ago,
    stop,
    begin: () => portal.world.db.write(beginOutages),
    end: () => portal.world.db.write((tx) => endOutages(tx, clock.now())),
    check: async () => {
      const { rows } = await pool.query<{ id: string }>(
        `select user_id::text as id from service_user where contract_id = ${WHO} and user_type = 'isg'`,
      );
      return (await portal.send(contract.support.check, { query: { user_id: rows[0]!.id } }, WHO)).body.finding.cause;
    },
  };
}

test('a third of the clients gone within two minutes is one failure, and each of them is told of it', async () => {
  const { stop, begin, check, portal, ago } = await network();
  await stop(3);
  expect(await begin()).toEqual([]);
  expect(await check()).toBe('line');
  await stop(1, { cause: 'Lost-Carrier' });
  expect(await begin()).toMatchObject([{ device: 'bras', sessions: 12, lost: 4 }]);
  expect(await begin()).toEqual([]);
  expect(await check()).toBe('nas_silent');
  // Whoever has left long before has another cause.
  await portal.pool.query('update internet_session set stopped_at = $1, seen_at = $1 where stopped_at is not null', [
    ago(2000),
  ]);
  expect(await check()).toBe('line');
});

test('ends that the portal ordered, that are spread over the day, or whose clients are back are no failure', async () => {
  const { stop, begin, portal, ago } = await network();
  await stop(6, { cause: 'portal_request' });
  expect(await begin()).toEqual([]);
  await portal.pool.query('update internet_session set stopped_at = null, end_cause = null');
  await stop(2, { seconds: 180 });
  await stop(2);
  expect(await begin()).toEqual([]);
  await portal.pool.query('update internet_session set stopped_at = null, end_cause = null');
  await stop(6);
  await portal.pool.query(
    `insert into internet_session (user_id, started_at, seen_at, bytes_in, bytes_out, nas, session_ref)
     select user_id, $1, $1, 0, 0, nas, 'new' from internet_session where stopped_at is not null`,
    [ago(20)],
  );
  expect(await begin()).toEqual([]);
});

test('a device of which nothing comes while others speak has failed; it is over when its clients are back', async () => {
  const { begin, end, check, portal, ago } = await network();
  await portal.pool.query('update radius.nas set heard_at = $1 where address = $2', [ago(410), NAS]);
  await portal.pool.query('update internet_session set seen_at = $1', [ago(415)]);
  expect(await begin()).toEqual([]);
  await portal.pool.query('update radius.nas set heard_at = $1 where address = $2', [ago(430), NAS]);
  await portal.pool.query('update internet_session set seen_at = $1', [ago(430)]);
  expect(await begin()).toMatchObject([{ sessions: 12, lost: 12 }]);
  expect(await check()).toBe('nas_silent');
  expect(await end()).toEqual([]);
  await portal.pool.query('update internet_session set seen_at = $1', [ago(1)]);
  expect(await end()).toMatchObject([{ device: 'bras' }]);
  expect(await check()).toBe('none');
});

test('a restart counts as the end of all sessions of the device; a device with few clients fails never', async () => {
  const { begin, portal, ago } = await network();
  await portal.pool.query('update radius.nas set boot_at = $1 where address = $2', [ago(20), NAS]);
  expect(await begin()).toMatchObject([{ sessions: 12, lost: 12 }]);
  await portal.pool.query('delete from radius.outage');
  await portal.pool.query(
    `delete from internet_session where internet_session_id in (select internet_session_id from internet_session limit 3)`,
  );
  expect(await begin()).toEqual([]);
});
