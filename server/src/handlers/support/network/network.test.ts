import { describe, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { sql } from '#server/db/sql.ts';
import { publishIncident, concludeIncident } from '#server/domain/support/incidents/publish.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Outside } from '#server/integrations/port.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { network } = contract;
const MARIA = 100_001;
const HOUR_MS = 3_600_000;

const at = ({ clock, world }: TestPortal) => ({ now: clock.now(), zone: world.provider.time_zone });

const publish = (portal: TestPortal, district: string | null, street: string | null, house: string | null = null) =>
  portal.world.db.write(async (tx) => {
    const now = portal.clock.now();
    const made = {
      cause: 'Авария на подстанции',
      services: ['internet'],
      beganAt: now,
      plannedUntil: null,
      freeMinutes: 0,
    } as const;
    const published = await publishIncident(tx, made, [{ town: 'Тольятти', district, street, house }], at(portal));
    return published?.incidentId ?? Promise.reject(new Error('no such place'));
  });

const withLoad = (change: (outside: Outside) => Partial<Outside>) =>
  testPortal({ throughOutside: (outside) => ({ ...outside, ...change(outside) }) });

describe('load', () => {
  test('is told to anybody by district and direction, and where something is out of order', async () => {
    const portal = await testPortal();
    const { status, body } = await portal.send(network.load, {});
    expect(status).toBe(200);
    expect(body.at).toBe(portal.clock.now().toISOString());
    expect(body.places.map(({ name, kind, has_incident }) => [name, kind, has_incident])).toEqual([
      ['Автозаводский', 'district', false],
      ['Центральный', 'district', false],
      ['Комсомольский', 'district', false],
      ['Жигулёвск', 'district', true],
      ['Канал в Москву', 'direction', false],
      ['Канал в Самару', 'direction', false],
    ]);
    expect(body.places.every(({ percent, is_stale }) => percent !== null && !is_stale)).toBe(true);
  });

  test('a failure of a street marks its district, of one house none, of the town all of it', async () => {
    const portal = await testPortal();
    const broken = async () =>
      (await portal.send(network.load, {})).body.places.flatMap(({ name, has_incident }) =>
        has_incident ? [name] : [],
      );
    await publish(portal, null, 'Мира', '5');
    expect(await broken()).toEqual(['Жигулёвск']);
    await publish(portal, null, 'Мира');
    expect(await broken()).toEqual(['Центральный', 'Жигулёвск']);
    await publish(portal, null, null);
    expect(await broken()).toEqual(['Автозаводский', 'Центральный', 'Комсомольский', 'Жигулёвск']);
  });

  test('an old measurement is told with its age, and one that is missing as missing', async () => {
    const measuredAt = new Date('2026-11-20T09:00:00Z');
    const portal = await withLoad(({ networkLoad }) => ({
      networkLoad: {
        places: networkLoad?.places ?? [],
        now: () => Promise.resolve([{ placeId: 'central', percent: 41, mbit: 21_000, at: measuredAt }]),
        history: () => Promise.resolve([]),
      },
    }));
    const { body } = await portal.send(network.load, {});
    const [west, central] = body.places;
    expect(west).toMatchObject({ percent: null, measured_at: null, is_stale: true });
    expect(central).toMatchObject({ percent: 41, mbit: 21_000, measured_at: measuredAt.toISOString(), is_stale: true });
  });

  test('nobody measures: there is none, and no history', async () => {
    const portal = await testPortal({
      throughOutside: ({ networkLoad: _, ...outside }) => outside,
    });
    expect((await portal.send(network.load, {})).body).toBeNull();
    expect((await portal.send(network.day, { params: { place_id: 'central' } })).status).toBe(404);
    expect((await portal.send(network.events, {}, MARIA)).body.here).toEqual({
      address: 'Юбилейная, 31',
      place_id: null,
    });
  });

  test('whoever measures does not answer: 503, while failures are still told', async () => {
    const portal = await withLoad(({ networkLoad }) => ({
      networkLoad: {
        places: networkLoad?.places ?? [],
        now: () => Promise.reject(new Problem('outside_unavailable')),
        history: () => Promise.reject(new Problem('outside_unavailable')),
      },
    }));
    expect((await portal.send(network.load, {})).body.code).toBe('outside_unavailable');
    const day = await portal.send(network.day, { params: { place_id: 'central' } });
    expect([day.status, day.body.code]).toEqual([503, 'outside_unavailable']);
    expect((await portal.send(network.events, {}, MARIA)).status).toBe(200);
  });
});

describe('the history of a day', () => {
  test('has the half hours of the provider’s day, each by its end; those to come are null', async () => {
    const portal = await testPortal();
    const { body } = await portal.send(network.day, { params: { place_id: 'central' } });
    expect([body.today.length, body.yesterday.length]).toEqual([48, 48]);
    expect(body.today[0]?.at).toBe('2026-11-19T20:30:00.000Z');
    const now = portal.clock.now().toISOString();
    expect(body.today.every(({ at: end, percent }) => (percent === null) === end > now)).toBe(true);
    expect(body.yesterday.every(({ percent }) => percent !== null)).toBe(true);
  });

  test('of an unknown place is not found', async () => {
    const portal = await testPortal();
    expect((await portal.send(network.day, { params: { place_id: 'nowhere' } })).status).toBe(404);
  });
});

describe('events', () => {
  test('a guest sees failures and works of all towns, and no address', async () => {
    const portal = await testPortal();
    const { body } = await portal.send(network.events, {}, 'guest');
    expect(body.here).toBeNull();
    expect(body.incidents.map(({ cause, is_here, ended_at }) => [cause, is_here, ended_at === null])).toEqual([
      ['Повреждён кабель у дома 7 на улице Льва Яшина', false, true],
      ['Повреждён кабель на улице Ленина', false, true],
      ['Вышел из строя усилитель ТВ на улице Мира', false, false],
    ]);
    expect(body.works.map(({ town, is_here }) => [town, is_here])).toEqual([['Тольятти', false]]);
  });

  test('a subscriber sees first what is at his address, and which district is his', async () => {
    const portal = await testPortal();
    const id = await publish(portal, 'Автозаводский', null);
    const { body } = await portal.send(network.events, {}, MARIA);
    expect(body.here).toEqual({ address: 'Юбилейная, 31', place_id: 'avtozavodsky' });
    expect(body.incidents[0]).toMatchObject({
      incident_id: id,
      is_here: true,
      is_reported: false,
      pays_back: true,
      reports: 0,
    });
    expect(body.works[0]?.is_here).toBe(true);
    await portal.send(contract.support.sameHere, { body: { incident_id: id } }, MARIA);
    const again = await portal.send(network.events, {}, MARIA);
    expect(again.body.incidents[0]).toMatchObject({ is_reported: true, reports: 1 });
  });

  test('a failure that is over is told for a week', async () => {
    const portal = await testPortal();
    const id = await publish(portal, 'Автозаводский', null);
    portal.clock.advance(HOUR_MS);
    await portal.world.db.write((tx) => concludeIncident(tx, id, at(portal)));
    await portal.work();
    const told = async () =>
      (await portal.send(network.events, {}, MARIA)).body.incidents.find(({ incident_id }) => incident_id === id);
    expect(await told()).toMatchObject({ ended_at: portal.clock.now().toISOString(), is_paid_back: true });
    portal.clock.advance(7 * 24 * HOUR_MS);
    expect(await told()).toBeUndefined();
  });
});

describe('connection', () => {
  const ofMaria = async (portal: TestPortal) => (await portal.send(network.connection, {}, MARIA)).body;
  const [MBIT, MINUTE_MS] = [125_000, 60_000];
  const report = (portal: TestPortal, mbytes: number) =>
    portal.world.db.write((tx) =>
      tx.run(sql`
        update internet_session set bytes_in = bytes_in + ${mbytes * MBIT * 8}, counted_at = ${portal.clock.now()}
        where stopped_at is null`),
    );

  test('tells the session that is on, and how fast it went between the two latest reports', async () => {
    const portal = await testPortal();
    portal.clock.advance(MINUTE_MS);
    await report(portal, 0);
    portal.clock.advance(4 * MINUTE_MS);
    await report(portal, 552);
    const [own, ...more] = await ofMaria(portal);
    expect(more).toEqual([]);
    expect(own?.session?.address).toMatch(/^10\.84\./);
    expect(own?.session?.mac).toMatch(/^02:/);
    expect(own?.session?.rate).toEqual({ bits_in: 18_400_000, bits_out: 0, at: portal.clock.now().toISOString() });
    expect(own?.seen_at).toBeNull();
  });

  test.each([
    ['2001:db8:12::/56', '2001:db8:12::/56'],
    // The network has not told it yet.
    [null, '—'],
  ])('a session without an IPv4 address is on all the same (prefix %s)', async (prefix, address) => {
    const portal = await testPortal();
    await portal.world.db.write((tx) =>
      tx.run(sql`update internet_session set address = null, prefix = ${prefix}::inet where stopped_at is null`),
    );
    expect(await ofMaria(portal)).toMatchObject([{ session: { address }, seen_at: null }]);
  });

  test('a report of a quarter of an hour ago says nothing of now', async () => {
    const portal = await testPortal();
    portal.clock.advance(MINUTE_MS);
    await report(portal, 100);
    portal.clock.advance(15 * MINUTE_MS);
    expect((await ofMaria(portal))[0]?.session?.rate).not.toBeNull();
    portal.clock.advance(1000);
    expect((await ofMaria(portal))[0]?.session).toMatchObject({ rate: null });
  });

  test('counters that a device has begun anew tell no rate', async () => {
    const portal = await testPortal();
    await portal.world.db.write((tx) => tx.run(sql`update internet_session set rate_in = null, counted_at = null`));
    await report(portal, -1);
    expect((await ofMaria(portal))[0]?.session).toMatchObject({ rate: null });
  });

  test('without a session: when the last one ended', async () => {
    const portal = await testPortal();
    const ended = portal.clock.now();
    await portal.world.db.write((tx) =>
      tx.run(sql`update internet_session set stopped_at = ${ended} where stopped_at is null`),
    );
    expect(await ofMaria(portal)).toMatchObject([{ session: null, seen_at: ended.toISOString() }]);
  });

  test('a guest has none to see', async () => {
    const portal = await testPortal();
    expect((await portal.send(network.connection, {}, 'guest')).status).toBe(401);
  });
});
