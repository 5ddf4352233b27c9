import { beforeEach, expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { kopecks } from '@kabinet/contract/kernel/money';
import { addDays, addMonths, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

const { callRates, callZones, callPackages } = operatorContract;

let portal: TestPortal;
let who: Record<string, string>;
let today: Day;
let plan: string;

beforeEach(async () => {
  portal = await testPortal();
  who = cookieOf(await staffToken(portal, 'accountant'));
  today = dayIn(portal.world.provider.time_zone, portal.clock.now());
  const { rows } = await portal.pool.query<{ id: number }>(`select plan_id as id from plan where name = 'Городской'`);
  plan = String(rows[0]!.id);
});

const rate = (more: object = {}) => ({
  plan_id: plan,
  zone: 'mobile',
  direction: 'out' as const,
  from: addDays(today, 1) as string,
  price: '2.00',
  ...more,
});
const planRate = async (more: object = {}) => (await sendStaff(portal, callRates.plan, { body: rate(more) }, who)).body;
const told = async () =>
  (await sendStaff(portal, callRates.list, { query: { plan_id: plan } }, who)).body
    .filter(({ zone, direction }) => zone === 'mobile' && direction === 'out')
    .map(({ price, state }) => `${price} ${state}`);

test('a cheaper rate begins tomorrow, a dearer one after its notice; calls made keep theirs', async () => {
  expect(await told()).toEqual(['2.20 now']);
  expect(await planRate({ dry_run: 'yes' })).toMatchObject({ rehearsed: true, was: '2.20' });
  expect(await planRate({ price: '3' })).toMatchObject({ code: 'rate_refused' });
  expect(await planRate({ from: today })).toMatchObject({ code: 'rate_refused' });
  const planned = await planRate();
  expect(planned).toMatchObject({ rehearsed: false, was: '2.20', price: '2.00' });
  expect(await planRate()).toMatchObject({ code: 'rate_refused' });
  expect(await planRate({ price: '3', from: addDays(today, 10) })).toMatchObject({ was: '2.00' });
  expect(await told()).toEqual(['2.20 now', '2.00 planned', '3.00 planned']);

  const withdraw = async (from: Day) => {
    const key = { plan_id: plan, zone: 'mobile', direction: 'out', from } as const;
    return (await sendStaff(portal, callRates.withdraw, { body: key }, who)).body;
  };
  const all = async () => (await portal.pool.query('select from call_rate')).rowCount!;
  const before = await all();
  expect(await withdraw(addDays(today, 10))).toMatchObject({ price: '3.00' });
  expect(await withdraw(addDays(today, 10))).toMatchObject({ code: 'rate_not_coming' });
  expect(await all()).toBe(before - 1);
  // A rate whose day has come is the rate, and stays.
  portal.clock.advance(86_400_000);
  who = cookieOf(await staffToken(portal, 'accountant'));
  expect(await told()).toEqual(['2.20 past', '2.00 now']);
  expect(await withdraw(addDays(today, 1))).toMatchObject({ code: 'rate_not_coming' });
});

test.each(['telephone', 'sip'])('a rate of %s concerns the lines of its plan that are not closed', async (kind) => {
  const table = kind === 'sip' ? 'service_user' : 'phone_number';
  const { rows } = await portal.pool.query<{ id: number; key: string }>(
    `select plan_id as id, line.ctid::text as key from ${table} line join plan p using (plan_id) where p.service_kind = $1 and state = 'active' limit 1`,
    [kind],
  );
  const linesOf = async () =>
    ((await planRate({ plan_id: String(rows[0]!.id), from: addDays(today, 30), dry_run: 'yes' })) as { lines: number })
      .lines;
  const lines = await linesOf();
  expect(lines).toBeGreaterThan(0);
  await portal.pool.query(
    `update ${table} set state = 'closed', reason = null, closed_on = '2026-11-20' where ctid = $1::tid`,
    [rows[0]!.key],
  );
  expect(await linesOf()).toBe(lines - 1);
});

test('a plan without calls, or a zone that is not there, is refused; many lines need a second person', async () => {
  const internet = await portal.pool.query<{ id: number }>(`select plan_id as id from plan where name = 'Волга 300'`);
  expect(await planRate({ plan_id: String(internet.rows[0]!.id) })).toMatchObject({ code: 'catalogue_unknown' });
  expect(await planRate({ zone: 'moon' })).toMatchObject({ code: 'zone_unknown' });
  portal.world.provider.second_person.thresholds['rates plan'] = kopecks(0);
  expect(await planRate()).toMatchObject({ code: 'second_person_needed' });
});

test('a new zone takes its codes; a code has one zone; its first rate may begin before today', async () => {
  const body = { zone: 'crimea', name: 'Крым', access: 'home' as const, prefixes: '7365, 7978' };
  expect((await sendStaff(portal, callZones.add, { body }, who)).body).toEqual({ zone: 'crimea', name: 'Крым' });
  for (const same of [{ name: 'Другая' }, { zone: 'krym', name: 'крым' }])
    expect((await sendStaff(portal, callZones.add, { body: { ...body, ...same } }, who)).body).toMatchObject({
      code: 'catalogue_named',
    });
  const taken = { body: { zone: 'moon', name: 'Луна', prefixes: '7978' } };
  expect((await sendStaff(portal, callZones.add, taken, who)).body).toMatchObject({ code: 'prefix_taken' });
  const edit = async (more: object) =>
    (await sendStaff(portal, callZones.edit, { body: { zone: 'crimea', ...more } }, who)).body;
  expect(await edit({ prefixes: '79' })).toMatchObject({ code: 'prefix_taken' });
  expect(await edit({ prefixes: '7365,7869', dry_run: 'yes' })).toMatchObject({ added: ['7869'], removed: ['7978'] });
  expect(await planRate({ zone: 'crimea', from: addDays(today, -5) })).toMatchObject({ was: null });
  const ofZone = async (zone: string) => (await sendStaff(portal, callRates.list, { query: { zone } }, who)).body;
  expect(await ofZone('crimea')).toMatchObject([{ plan: 'Городской', zone: 'crimea', state: 'now' }]);
  // What another plan costs does not make this price a former one.
  const { rows } = await portal.pool.query<{ id: number }>(
    `select plan_id as id from plan where service_kind in ('telephone', 'sip') and plan_id <> $1 limit 1`,
    [plan],
  );
  await planRate({ zone: 'crimea', plan_id: String(rows[0]!.id), from: addDays(today, -1) });
  expect((await ofZone('crimea')).map(({ state }) => state)).toEqual(['now', 'now']);
  expect(await ofZone('moon')).toMatchObject({ code: 'zone_unknown' });
  const zones = (await sendStaff(portal, callZones.list, {}, who)).body;
  expect(zones.find(({ zone }) => zone === 'crimea')).toMatchObject({ prefixes: ['7365', '7978'], plans: 2 });
  expect(await edit({ zone: 'moon', name: 'Луна' })).toMatchObject({ code: 'zone_unknown' });
  await edit({ prefixes: '7365,7869', name: 'Крым и Севастополь' });
  const edited = (await sendStaff(portal, callZones.list, {}, who)).body;
  const changed = { prefixes: ['7365', '7869'], name: 'Крым и Севастополь' };
  expect(edited).toEqual(zones.map((one) => (one.zone === 'crimea' ? { ...one, ...changed } : one)));
});

test('the network hears of a zone that is closed until somebody opens it', async () => {
  await sendStaff(portal, callZones.add, { body: { zone: 'moon', name: 'Луна', prefixes: '777' } }, who);
  await portal.work();
  const { rows } = await portal.pool.query<{ is_told: boolean }>(
    `select coalesce(s.state::text like '%moon%', false) as is_told
     from service_user u left join recorded_network.service s on s.service = 'user:' || u.user_id
     where user_type = 'sip' and u.state <> 'closed'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ is_told: isTold }) => isTold)).toBe(true);
});

test('minutes are included by whole months', async () => {
  const body = { plan_id: plan, name: 'Сто минут', minutes: '100', zones: 'mobile,intercity' };
  const middle = { ...body, from: addDays(addMonths(today, 1, 1), 3) };
  expect((await sendStaff(portal, callPackages.add, { body: middle }, who)).body).toMatchObject({
    code: 'rate_refused',
  });
  const added = (await sendStaff(portal, callPackages.add, { body }, who)).body;
  expect(added).toMatchObject({ from: addMonths(today, 1, 1) });
  const end = async (until: Day) =>
    (await sendStaff(portal, callPackages.end, { body: { package_id: String(added.package_id), until } }, who)).body;
  expect(await end(addMonths(today, 1, 1))).toMatchObject({ code: 'rate_refused' });
  const add = async (more: object) =>
    (await sendStaff(portal, callPackages.add, { body: { ...body, ...more } }, who)).body;
  expect(await add({ from: addMonths(today, 1, 1), dry_run: 'yes' })).toMatchObject({ from: addMonths(today, 1, 1) });
  expect(await add({ zones: 'mobile,moon' })).toMatchObject({ code: 'zone_unknown' });
  const { rows } = await portal.pool.query<{ id: number }>(`select plan_id as id from plan where name = 'Волга 300'`);
  expect(await add({ plan_id: String(rows[0]!.id) })).toMatchObject({ code: 'catalogue_unknown' });
  expect(await end(addMonths(today, 3, 1))).toMatchObject({ until: addMonths(today, 3, 1) });
  for (const late of [3, 4]) expect(await end(addMonths(today, late, 1))).toMatchObject({ code: 'rate_refused' });
  expect(await end(addMonths(today, 2, 1))).toMatchObject({ until: addMonths(today, 2, 1) });
  const unknown = { body: { package_id: '999999', until: addMonths(today, 2, 1) } };
  expect((await sendStaff(portal, callPackages.end, unknown, who)).body).toMatchObject({ code: 'catalogue_unknown' });
  const listed = (await sendStaff(portal, callPackages.list, { query: { plan_id: plan } }, who)).body;
  expect(listed.at(-1)).toMatchObject({ until: addMonths(today, 2, 1), minutes: 100, zones: ['intercity', 'mobile'] });
  const all = (await sendStaff(portal, callPackages.list, { query: {} }, who)).body;
  expect(all).toContainEqual(expect.objectContaining({ plan: 'Городской', name: 'Сто минут' }));
  expect(all.length).toBeGreaterThanOrEqual(listed.length);
});
