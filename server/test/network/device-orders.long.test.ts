import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { desiredOf } from '#server/domain/services/provisioning/check-network.ts';
import type { InternetState, LineProfile } from '#server/integrations/network/port.ts';
import { keyVault } from '#server/integrations/vault/key-vault.ts';
import { openLog } from '../../src/log.ts';
import { emulatedNas, type EmulatedNas } from '../emulators/nas.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { DeviceClient } from '#server/integrations/network/radius/device-client.ts';
import { sendOrders } from '#server/integrations/network/freeradius/device-orders.ts';
import { applyNight, freeRadius } from '#server/integrations/network/freeradius/freeradius.ts';
import { takeDue } from '#server/integrations/network/freeradius/orders.queries.ts';
import { orderDifferingSessions } from '#server/integrations/network/freeradius/orders.ts';

const SECRET = 'the secret of a device';
const vault = keyVault('7a'.repeat(32));
const RATE = '26:14988:8';
const LIST = '26:14988:19';

const profile = (down: number): LineProfile => ({
  downKbit: down * 1000,
  upKbit: down * 1000,
  burst: null,
  pool: null,
  filter: null,
  sessionSeconds: null,
  codes: [],
});

interface Line {
  readonly userId: number;
  readonly sessionId: number;
  /** Orders the state with these differences, as the portal does after a change. */
  order(different: Partial<InternetState>): Promise<void>;
}

/** Devices, and a line with a living session on the first one, opened with 10 Mbit/s. */
async function network(portal: TestPortal, ...nases: readonly (readonly [string, EmulatedNas])[]) {
  const { db } = portal.world;
  for (const [address, nas] of nases) {
    await portal.pool.query(
      `insert into radius.nas (address, name, kind, secret, coa_port) values ($1::inet, $1::text, 'mikrotik', $2, $3)`,
      [address, vault.sealForRadius(SECRET, `nas:${address}`), nas.port],
    );
  }
  const radius = freeRadius(db, vault);
  const { rows } = await portal.pool.query<{ user_id: number }>(
    `select user_id::int from service_user where user_type in ('isg', 'ethernet') order by user_id limit 2`,
  );
  const lineOn = async (place: number, device: string): Promise<Line> => {
    const userId = rows[place]?.user_id ?? 0;
    const desired = await db.read((tx) => desiredOf(tx, { userId }));
    const open = {
      ...(desired?.state as InternetState),
      access: 'open',
      restriction: null,
      profile: profile(10),
    } as const;
    let version = open.version + 1;
    const order = (different: Partial<InternetState>) =>
      radius.apply({ ...open, ...different, version: (version += 1) }, 'pw');
    await order({});
    const { rows: sessions } = await portal.pool.query<{ id: number }>(
      `insert into internet_session (user_id, started_at, seen_at, bytes_in, bytes_out, nas, session_ref, login, class)
       select user_id, now() - interval '1 hour', now() - interval '10 minutes', 0, 0, $2::inet, 'ref-' || user_id, login, 'k:' || user_id || ':' || shape
       from radius.reply join radius.service using (user_id) where user_id = $1 returning internet_session_id::int as id`,
      [userId, device],
    );
    return { userId, sessionId: sessions[0]?.id ?? 0, order };
  };
  return { db, lineOn, radius };
}

function sending({ world: { db } }: TestPortal, waits = [2000]): void {
  const sender = sendOrders({ db, vault, log: openLog('silent'), client: new DeviceClient(waits) });
  onTestFinished(() => sender.end());
}

/** A look by itself comes after a second, if nobody listens yet. */
const soon = (look: () => unknown) => vi.waitFor(look, 5000);

const row = async (portal: TestPortal, { sessionId }: Line) => {
  const { rows } = await portal.pool.query<{
    kind: string;
    answer: string | null;
    due_at: string | null;
    told_shape: string;
  }>('select kind, answer, due_at, told_shape from radius.coa where internet_session_id = $1', [sessionId]);
  return rows[0];
};
const isSettled = (portal: TestPortal, line: Line) =>
  soon(async () => expect(await row(portal, line)).toMatchObject({ due_at: null }));

describe('a living session', () => {
  test('has the new speed at once, without an interruption, and is asked for nothing twice', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { lineOn } = await network(portal, ['127.0.0.1', nas]);
    const line = await lineOn(0, '127.0.0.1');
    sending(portal);
    await line.order({ profile: profile(50) });
    await isSettled(portal, line);
    expect(nas.badly).toEqual([]);
    expect(nas.orders).toHaveLength(1);
    expect(nas.orders[0]).toMatchObject({
      code: 43,
      values: { 44: [`ref-${line.userId}`], [RATE]: ['50000k/50000k'] },
    });
    // The same again is no order.
    await line.order({ profile: profile(50) });
    await line.order({ profile: profile(60) });
    await soon(() => expect(nas.orders).toHaveLength(2));
    expect(nas.orders[1]?.values[RATE]).toEqual(['60000k/60000k']);
  });

  test('of a debtor goes to the walled garden, and comes back by a new session', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { lineOn } = await network(portal, ['127.0.0.1', nas]);
    const line = await lineOn(0, '127.0.0.1');
    sending(portal);
    await line.order({ access: 'payment_page_only', restriction: 'debt' });
    await isSettled(portal, line);
    expect(nas.orders[0]).toMatchObject({ code: 43, values: { [LIST]: ['debtors'] } });
    await line.order({});
    await soon(() => expect(nas.orders[1]?.code).toBe(40));
  });

  test('is ended when access closes, and by the portal’s order; its end is what the device tells', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { lineOn, radius } = await network(portal, ['127.0.0.1', nas]);
    const line = await lineOn(0, '127.0.0.1');
    sending(portal);
    await line.order({ access: 'closed', restriction: 'debt' });
    await soon(() => expect(nas.orders[0]?.code).toBe(40));
    await radius.disconnect(line.userId, 'internet');
    await soon(() => expect(nas.orders).toHaveLength(2));
    await isSettled(portal, line);
    const { rows } = await portal.pool.query(`select stopped_at from internet_session where internet_session_id = $1`, [
      line.sessionId,
    ]);
    expect(rows).toEqual([{ stopped_at: null }]);
  });

  test('of which its device knows nothing has ended', async () => {
    const nas = await emulatedNas(SECRET);
    nas.habit = { nak: 503 };
    const portal = await testPortal();
    const { lineOn } = await network(portal, ['127.0.0.1', nas]);
    const line = await lineOn(0, '127.0.0.1');
    sending(portal);
    await line.order({ profile: profile(50) });
    await isSettled(portal, line);
    const { rows } = await portal.pool.query<{ is_presumed: boolean; is_over: boolean }>(
      `select is_presumed, stopped_at = seen_at as is_over from internet_session where internet_session_id = $1`,
      [line.sessionId],
    );
    expect(rows).toEqual([{ is_presumed: true, is_over: true }]);
  });

  test('that cannot be changed is ended instead, and the device is not asked to change one for an hour', async () => {
    const nas = await emulatedNas(SECRET);
    nas.habit = ({ code }) => (code === 43 ? { nak: 405 } : 'ack');
    const portal = await testPortal();
    const { lineOn } = await network(portal, ['127.0.0.1', nas]);
    const [line, other] = [await lineOn(0, '127.0.0.1'), await lineOn(1, '127.0.0.1')];
    sending(portal);
    await line.order({ profile: profile(50) });
    await soon(() => expect(nas.orders.map(({ code }) => code)).toEqual([43, 40]));
    await isSettled(portal, line);
    await other.order({ profile: profile(50) });
    await soon(() => expect(nas.orders.map(({ code }) => code)).toEqual([43, 40, 40]));
  });
});

describe('an order', () => {
  test('waits for no other device', async () => {
    const [deaf, quick] = [await emulatedNas(SECRET), await emulatedNas(SECRET, '127.0.0.2')];
    deaf.habit = 'silent';
    const portal = await testPortal();
    const { lineOn } = await network(portal, ['127.0.0.1', deaf], ['127.0.0.2', quick]);
    const [stuck, line] = [await lineOn(0, '127.0.0.1'), await lineOn(1, '127.0.0.2')];
    sending(portal, [1000]);
    await stuck.order({ profile: profile(50) });
    await soon(() => expect(deaf.orders).toHaveLength(1));
    await line.order({ profile: profile(50) });
    await isSettled(portal, line);
    expect((await row(portal, stuck))?.answer).toBeNull();
    await soon(async () => expect((await row(portal, stuck))?.answer).toBe('silence'));
    const { rows } = await portal.pool.query(
      `select host(address) as address, is_silent_since is not null as is_silent from radius.nas order by address`,
    );
    expect(rows).toEqual([
      { address: '127.0.0.1', is_silent: true },
      { address: '127.0.0.2', is_silent: false },
    ]);
  });

  test('is sent again when its sender has died, and to a silent device once in ten seconds', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { lineOn } = await network(portal, ['127.0.0.1', nas]);
    const line = await lineOn(0, '127.0.0.1');
    await line.order({ profile: profile(50) });
    await portal.pool.query(`update radius.coa set due_at = now() - interval '1 second'`);
    await portal.pool.query(
      `update radius.nas set is_silent_since = now(), probe_at = now() + interval '700 milliseconds'`,
    );
    const from = performance.now();
    sending(portal);
    await isSettled(portal, line);
    expect(performance.now() - from).toBeGreaterThan(600);
    const { rows } = await portal.pool.query(`select is_silent_since from radius.nas`);
    expect(rows).toEqual([{ is_silent_since: null }]);
  });

  test('waits while 64 of its device are under way', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { lineOn } = await network(portal, ['127.0.0.1', nas]);
    const line = await lineOn(0, '127.0.0.1');
    await portal.pool.query(
      `insert into internet_session (user_id, started_at, seen_at, bytes_in, bytes_out, nas, session_ref, login, class)
       select user_id, started_at, seen_at, 0, 0, nas, 'more-' || place, login, class
       from internet_session, generate_series(1, 69) place where internet_session_id = $1`,
      [line.sessionId],
    );
    nas.habit = 'silent';
    const asked = () => new Set(nas.orders.map(({ values }) => values[44]?.[0])).size;
    sending(portal, [1500, 3000]);
    await line.order({ profile: profile(50) });
    await soon(() => expect(asked()).toBeGreaterThanOrEqual(64));
    await pause(300);
    expect(asked()).toBe(64);
    nas.habit = 'ack';
    await soon(() => expect(asked()).toBe(70));
  });

  test('that is taken back while nobody knows whether its device has done it is followed by the opposite one', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { db, lineOn } = await network(portal, ['127.0.0.1', nas]);
    const [line, debtor] = [await lineOn(0, '127.0.0.1'), await lineOn(1, '127.0.0.1')];
    await line.order({ profile: profile(50) });
    await debtor.order({ access: 'payment_page_only', restriction: 'debt' });
    // A sender takes them, and dies before it notes the answers.
    expect(await db.write((tx) => takeDue(tx, [], 64))).toHaveLength(2);
    await line.order({});
    await debtor.order({});
    await portal.pool.query(`update radius.coa set due_at = now() where due_at is not null`);
    sending(portal);
    await isSettled(portal, line);
    await isSettled(portal, debtor);
    const told = nas.orders.map(({ code, values }) => [values[44]?.[0], code, values[RATE]?.[0]]);
    expect(told.toSorted()).toEqual(
      [
        [`ref-${line.userId}`, 43, '10000k/10000k'],
        [`ref-${debtor.userId}`, 40, undefined],
      ].toSorted(),
    );
    // What is known to be right is told nothing more.
    await line.order({});
    expect(await row(portal, line)).toMatchObject({ due_at: null });
  });

  test('that comes while an earlier one is under way is sent after it', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { lineOn } = await network(portal, ['127.0.0.1', nas]);
    const line = await lineOn(0, '127.0.0.1');
    let deaf = true;
    nas.habit = () => (deaf ? 'silent' : 'ack');
    sending(portal, [300, 3000]);
    await line.order({ profile: profile(50) });
    await soon(() => expect(nas.orders).toHaveLength(1));
    await line.order({ profile: profile(60) });
    deaf = false;
    await soon(() => expect(nas.orders.at(-1)?.values[RATE]).toEqual(['60000k/60000k']));
    await isSettled(portal, line);
    const { rows } = await portal.pool.query<{ is_right: boolean }>(
      `select c.told_shape = r.shape as is_right from radius.coa c join internet_session s using (internet_session_id) join radius.reply r using (user_id)
       where internet_session_id = $1`,
      [line.sessionId],
    );
    expect(rows).toEqual([{ is_right: true }]);
  });
});

test('each minute what differs is ordered again, and what is as it should be is left alone', async () => {
  const nas = await emulatedNas(SECRET);
  const portal = await testPortal();
  const { db, lineOn } = await network(portal, ['127.0.0.1', nas]);
  const [line] = [await lineOn(0, '127.0.0.1'), await lineOn(1, '127.0.0.1')];
  await line.order({ profile: profile(50) });
  // The order is lost, and so is its answer.
  await portal.pool.query('delete from radius.coa');
  expect(await orderDifferingSessions(db)).toBe(0);
  await portal.pool.query(`update radius.service set applied_at = now() - interval '2 minutes'`);
  expect(await orderDifferingSessions(db)).toBe(1);
  expect(await row(portal, line)).toMatchObject({ kind: 'change' });
  sending(portal);
  await isSettled(portal, line);
  expect(await orderDifferingSessions(db)).toBe(0);
  await portal.pool.query(`update internet_session set stopped_at = now() where internet_session_id = $1`, [
    line.sessionId,
  ]);
  await orderDifferingSessions(db);
  expect(await row(portal, line)).toBeUndefined();
});

describe('another speed at night', () => {
  const night = { from: '23:00', until: '07:00', downKbit: 200_000, upKbit: 150_000 };
  const [BEFORE, EARLY, MIDNIGHT, END] = [22 * 60 + 54, 22 * 60 + 55, 0, 7 * 60];
  const minutes = async (portal: TestPortal) => {
    const { rows } = await portal.pool.query<{ minutes: number }>(
      `select extract(epoch from due_at - now())::float / 60 as minutes from radius.coa where due_at is not null`,
    );
    return rows.map((one) => one.minutes);
  };

  test('is told from five minutes before it begins until it ends, spread over five minutes', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { db, lineOn } = await network(portal, ['127.0.0.1', nas]);
    const [line] = [await lineOn(0, '127.0.0.1'), await lineOn(1, '127.0.0.1')];
    await line.order({ profile: { ...profile(50), night } });
    await portal.pool.query('delete from radius.coa');
    await portal.pool.query(
      `insert into internet_session (user_id, started_at, seen_at, bytes_in, bytes_out, nas, session_ref, login, class)
       select user_id, started_at, seen_at, 0, 0, nas, 'more-' || place, login, class
       from internet_session, generate_series(1, 199) place where internet_session_id = $1`,
      [line.sessionId],
    );
    const rates = async () =>
      (
        await portal.pool.query<{ rate: string }>(`select attributes[6] as rate from radius.reply where user_id = $1`, [
          line.userId,
        ])
      ).rows[0]?.rate;
    expect([await applyNight(db, BEFORE), await rates()]).toEqual([0, '50000k/50000k']);
    expect([await applyNight(db, EARLY), await rates()]).toEqual([1, '150000k/200000k']);
    const due = (await minutes(portal)).toSorted((one, other) => one - other);
    expect([due.length, due.at(0)! < 0.2, due.at(-1)! > 4.8, due.at(-1)! <= 5]).toEqual([200, true, true, true]);
    const busiest = Math.max(...[...Map.groupBy(due, (one) => Math.floor(one)).values()].map((of) => of.length));
    expect(busiest).toBeLessThan(50);
    // Who changes something meanwhile does not wait for his turn.
    await line.order({ profile: { ...profile(70), night } });
    expect([await rates(), Math.max(...(await minutes(portal)))]).toEqual(['150000k/200000k', expect.closeTo(0, 0)]);
    expect([await applyNight(db, MIDNIGHT), await applyNight(db, END), await rates()]).toEqual([0, 1, '70000k/70000k']);
    await applyNight(db, EARLY);
    await line.order({ profile: profile(70) });
    expect(await rates()).toBe('70000k/70000k');
    // A night that begins anew is told by the clock only.
    await line.order({ profile: { ...profile(70), night } });
    expect(await rates()).toBe('70000k/70000k');
  });

  test('comes to no device quicker than two hundred times a second', async () => {
    const nas = await emulatedNas(SECRET);
    const portal = await testPortal();
    const { db, lineOn } = await network(portal, ['127.0.0.1', nas]);
    const line = await lineOn(0, '127.0.0.1');
    await line.order({ profile: { ...profile(50), night } });
    await portal.pool.query('delete from radius.coa');
    await portal.pool.query(
      `insert into internet_session (started_at, seen_at, bytes_in, bytes_out, nas, session_ref)
       select now(), now(), 0, 0, '127.0.0.1', 'more-' || place from generate_series(1, 79_999) place`,
    );
    // The one of eighty thousand that is changed may come at any moment of them all.
    await portal.pool.query(`update internet_session set internet_session_id = 99_999 where internet_session_id = $1`, [
      line.sessionId,
    ]);
    await applyNight(db, MIDNIGHT);
    expect(await minutes(portal)).toEqual([expect.closeTo((((99_999 * 7919) % 100_000) / 100_000) * (400 / 60), 1)]);
  });
});
