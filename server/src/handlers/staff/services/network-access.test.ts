import { beforeEach, describe, expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';
import { desiredOf } from '#server/domain/services/provisioning/check-network.ts';
import { networkByKind } from '#server/integrations/network/by-kind.ts';
import { freeRadius } from '#server/integrations/network/freeradius/freeradius.ts';
import type { InternetState } from '#server/integrations/network/port.ts';

const { networkProfiles, networkLines, networkDevices, networkTemplates } = operatorContract;

let portal: TestPortal;
let engineer: Record<string, string>;
let userId: number;
let planId: number;

beforeEach(async () => {
  portal = await testPortal({
    template: 'empty',
    throughOutside: (outside, db) => ({
      ...outside,
      network: networkByKind(outside.network, { internet: freeRadius(db, outside.vault) }),
    }),
  });
  engineer = cookieOf(await staffToken(portal, 'engineer'));
  ({ userId } = await addClient(portal.world, { balance: 5000_00 }));
  planId = (await rows<{ id: number }>('update plan set speed_mbit = 100 returning plan_id as id'))[0]!.id;
});

const rows = async <Row extends object>(text: string): Promise<Row[]> => (await portal.pool.query(text)).rows as Row[];
const state = async (id = userId) =>
  (await portal.world.db.read((tx) => desiredOf(tx, { userId: id })))!.state as InternetState;
/** What devices are told of the service now. */
const told = async () =>
  (await rows<{ attributes: string[] }>('select attributes from radius.reply'))[0]?.attributes.join(' ');

/** A service of television of the same client, in a plan of its own. */
const tvService = async (): Promise<number> =>
  (
    await rows<{ id: number }>(`
      with sold as (insert into plan (service_kind, name, summary, price_kopecks) values ('tv', 'Кино', '', 0) returning plan_id)
      insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
      select contract_id, account_id, 'tv', 'ТВ', 'tv1', '', 'active', state_since, sold.plan_id, opened_on from service_user, sold
      where user_id = ${userId}
      returning user_id as id`)
  )[0]!.id;

const NAS = { ip: '10.0.0.1', kind: 'mikrotik', name: 'BRAS 1', secret: 'a-shared-secret' } as const;
const addNas = (of: object = {}) => sendStaff(portal, networkDevices.add, { body: { ...NAS, ...of } }, engineer);

describe('the profile of a plan', () => {
  test('is told to the network of all its services, and is gone when it says nothing', async () => {
    const set = (body: object) =>
      sendStaff(portal, networkProfiles.setPlan, { body: { plan_id: String(planId), ...body } }, engineer);
    expect((await set({ up: '50000', pool: 'home' })).body).toEqual({ services: 1 });
    await portal.work();
    const { network } = portal.world.outside;
    expect(((await network.read({ userId }, 'internet')) as InternetState).profile).toMatchObject({
      downKbit: 100_000,
      upKbit: 50_000,
      pool: 'home',
    });
    expect((await sendStaff(portal, networkProfiles.list, {}, engineer)).body.plans).toMatchObject([
      { plan_id: planId, mbit: 100, down: null, up: 50_000, pool: 'home' },
    ]);
    await set({});
    expect(await rows('select from plan_profile')).toEqual([]);
  });

  test('has a burst of two speeds and seconds, or none', async () => {
    const { status, body } = await sendStaff(
      portal,
      networkProfiles.setPlan,
      { body: { plan_id: String(planId), burst_down: '1000' } },
      engineer,
    );
    expect([status, body.message]).toEqual([422, 'Ускорение: назовите обе скорости и секунды']);
    const burst = { burst_down: '1000', burst_up: '2000', burst_seconds: '30' };
    const whole = { body: { plan_id: String(planId), ...burst } };
    expect((await sendStaff(portal, networkProfiles.setPlan, whole, engineer)).status).toBe(200);
    const { plans } = (await sendStaff(portal, networkProfiles.list, {}, engineer)).body;
    expect(plans).toMatchObject([{ burst_down: 1000, burst_up: 2000, burst_seconds: 30 }]);
  });

  test('is one of the internet only, lives while somebody has the plan, and counts who is not closed', async () => {
    await tvService();
    const [{ id: television }] = (await rows<{ id: number }>(
      `select plan_id as id from plan where service_kind = 'tv'`,
    )) as [{ id: number }];
    const [{ id: channels }] = (await rows<{ id: number }>(
      `insert into plan_option (plan_id, name, oferta, remarks, price_kopecks) values (${television}, 'Кино', '', '', 0) returning option_id as id`,
    )) as [{ id: number }];
    const [setPlan, setOption] = [networkProfiles.setPlan, networkProfiles.setOption];
    for (const reply of [
      await sendStaff(portal, setPlan, { body: { plan_id: String(television), pool: 'tv' } }, engineer),
      await sendStaff(portal, setOption, { body: { option_id: String(channels), code: 'tv' } }, engineer),
    ])
      expect(reply.body).toMatchObject({ code: 'catalogue_unknown' });
    const listed = async () =>
      (await sendStaff(portal, networkProfiles.list, {}, engineer)).body.plans.map(({ plan_id }) => plan_id);
    expect(await listed()).toEqual([planId]);
    await portal.pool.query('update plan set is_archived = true');
    expect(await listed()).toEqual([planId]);
    const { contractId } = await addClient(portal.world, { contractId: 200_002 });
    await portal.pool.query(`update service_user set plan_id = $1 where contract_id = $2`, [planId, contractId]);
    const set = () => sendStaff(portal, setPlan, { body: { plan_id: String(planId), pool: 'home' } }, engineer);
    expect((await set()).body).toEqual({ services: 2 });
    await portal.pool.query(
      `update service_user set state = 'closed', closed_on = '2026-11-19' where contract_id = $1`,
      [contractId],
    );
    expect((await set()).body).toEqual({ services: 1 });
  });

  test('has a night of hours and two speeds, or none', async () => {
    const set = (body: object) =>
      sendStaff(portal, networkProfiles.setPlan, { body: { plan_id: String(planId), ...body } }, engineer);
    const speeds = { night_down: '200000', night_up: '150000' };
    for (const wrong of [{ night: '23:00-07:00' }, speeds, { night: '07:00-07:00', ...speeds }])
      expect(await set(wrong)).toMatchObject({ status: 422, body: { message: 'Ночь: назовите часы и обе скорости' } });
    expect((await set({ night: '23:00-07:30', ...speeds })).status).toBe(200);
    expect((await sendStaff(portal, networkProfiles.list, {}, engineer)).body.plans).toMatchObject([
      { night: '23:00-07:30', night_down: 200_000, night_up: 150_000 },
    ]);
  });

  test('an option needs a code for its own', async () => {
    const [{ id }] = (await rows<{ id: number }>(
      `insert into plan_option (plan_id, name, oferta, remarks, price_kopecks) values (${planId}, 'Турбо', '', '', 0) returning option_id as id`,
    )) as [{ id: number }];
    const set = (body: object) =>
      sendStaff(portal, networkProfiles.setOption, { body: { option_id: String(id), ...body } }, engineer);
    expect((await set({ down: '1000' })).status).toBe(422);
    expect((await set({ code: 'turbo', down: '200000' })).status).toBe(200);
    await portal.pool.query(
      `insert into user_option (user_id, option_id, status, since) values ($1, $2, 'on', '2026-11-01')`,
      [userId, id],
    );
    expect((await state()).profile).toMatchObject({ downKbit: 200_000, upKbit: 100_000, codes: ['turbo'] });
    expect((await set({})).status).toBe(200);
    expect((await state()).profile).toMatchObject({ downKbit: 100_000, codes: [] });
  });
});

test('a line: its address and its port belong to one service, until that is closed', async () => {
  const other = await addClient(portal.world, { contractId: 200_002, balance: 5000_00 });
  const set = (id: number, body: object) =>
    sendStaff(portal, networkLines.set, { body: { user_id: String(id), ...body } }, engineer);
  expect((await set(userId, { ip: '10.84.0.7', circuit: 'olt-3 eth 0/1', sessions: '2' })).body).toMatchObject({
    ip: '10.84.0.7',
    sessions: 2,
  });
  await portal.work();
  expect(await portal.world.outside.network.read({ userId }, 'internet')).toMatchObject({
    staticAddress: '10.84.0.7',
    circuit: 'olt-3 eth 0/1',
    sessions: 2,
  });
  expect((await set(other.userId, { ip: '10.84.0.7' })).body.code).toBe('line_taken');
  const found = (query: object) => sendStaff(portal, networkLines.list, { query }, engineer);
  expect((await found({ ip: '10.84.0.7' })).body).toMatchObject([{ user_id: userId, contract_id: 200_001 }]);
  expect((await found({ circuit: 'olt-3 eth 0/2' })).body).toEqual([]);
  expect((await set(other.userId, { circuit: 'olt-3 eth 0/1' })).body.code).toBe('line_taken');
  // What is its own already is no reason to refuse.
  expect((await set(userId, { ip: '10.84.0.7', circuit: 'olt-3 eth 0/1', sessions: '2' })).status).toBe(200);
  await set(other.userId, { sessions: '3' });
  expect((await found({ ip: '10.84.0.7' })).body).toHaveLength(1);
  expect((await found({ circuit: 'olt-3 eth 0/1' })).body).toHaveLength(1);
  const idsOf = async (query: object) => (await found(query)).body.map(({ user_id }) => user_id);
  expect(await idsOf({})).toEqual([userId, other.userId]);
  expect(await idsOf({ after_user_id: String(userId) })).toEqual([other.userId]);
  for (const own of [{ ip: '10.84.0.9' }, { circuit: 'olt-3 eth 0/9' }]) {
    await set(other.userId, own);
    expect((await found(own)).body).toMatchObject([{ user_id: other.userId, sessions: 1 }]);
  }
  expect((await set(await tvService(), { sessions: '2' })).body.code).toBe('service_unknown');
  await portal.pool.query(`update service_user set state = 'closed', closed_on = '2026-11-19' where user_id = $1`, [
    userId,
  ]);
  expect((await set(other.userId, { ip: '10.84.0.7' })).status).toBe(200);
  await set(other.userId, {});
  expect(await rows('select from service_line')).toEqual([]);
});

test('who has no password that RADIUS can read is listed', async () => {
  const passwords = async () => (await sendStaff(portal, networkLines.passwords, {}, engineer)).body;
  await tvService();
  const closed = await addClient(portal.world, { contractId: 200_002 });
  await portal.pool.query(`update service_user set state = 'closed', closed_on = '2026-11-19' where user_id = $1`, [
    closed.userId,
  ]);
  expect(await passwords()).toEqual({ all: 1, services: [{ user_id: userId, contract_id: 200_001, has: 'nothing' }] });
  const query = { after_user_id: String(userId) };
  expect((await sendStaff(portal, networkLines.passwords, { query }, engineer)).body.services).toEqual([]);
  const put = (form: string) =>
    portal.pool.query(
      `insert into service_secret (user_id, form, secret, changed_at) values ($1, $2, '', now())
     on conflict (user_id) do update set form = excluded.form`,
      [userId, form],
    );
  await put('argon2id');
  expect((await passwords()).services).toMatchObject([{ has: 'hash' }]);
  await put('sealed');
  expect(await passwords()).toEqual({ all: 0, services: [] });
});

describe('a device of access', () => {
  test('is told what its kind is told, from its first minute; nobody reads its secret', async () => {
    await sendStaff(portal, networkLines.set, { body: { user_id: String(userId), sessions: '2' } }, engineer);
    await portal.work();
    expect(await told()).toBeUndefined();
    const added = await addNas();
    expect(added.body).toMatchObject({ ip: '10.0.0.1', lines: 'login', coa_port: 3799, interim_seconds: 300 });
    await portal.work();
    expect(await told()).toContain('Mikrotik-Rate-Limit := 100000k/100000k');
    const list = await sendStaff(portal, networkDevices.list, {}, engineer);
    expect(
      JSON.stringify([added.body, list.body, await rows('select input::text from operator_action')]),
    ).not.toContain(NAS.secret);
    const key = portal.world.outside.vault.radiusKey.toString('hex');
    expect(await rows(`select radius.secret_of('10.0.0.1', '${key}') as secret`)).toEqual([{ secret: NAS.secret }]);
    expect((await addNas()).body.code).toBe('nas_named');
  });

  test('keeps its secret until another is given, and is gone when it is removed', async () => {
    const { nas_id } = (await addNas()).body;
    const edit = (body: object) =>
      sendStaff(portal, networkDevices.edit, { body: { nas_id: String(nas_id), ...body } }, engineer);
    const key = portal.world.outside.vault.radiusKey.toString('hex');
    const secret = async () =>
      (await rows<{ secret: string }>(`select radius.secret_of('10.0.0.1', '${key}') as secret`))[0]?.secret;
    expect((await edit({ lines: 'line', interim_seconds: '600' })).body).toMatchObject({
      lines: 'line',
      interim_seconds: 600,
      name: 'BRAS 1',
    });
    expect(await secret()).toBe(NAS.secret);
    await edit({ secret: 'another-secret' });
    expect(await secret()).toBe('another-secret');
    await sendStaff(portal, networkDevices.remove, { body: { nas_id: String(nas_id) } }, engineer);
    expect(await secret()).toBe('-');
    expect((await edit({})).body.code).toBe('nas_unknown');
  });

  test('the key of RADIUS is told on the server only', async () => {
    expect((await sendStaff(portal, networkDevices.key, {}, engineer)).status).toBe(403);
  });
});

describe('a template', () => {
  const add = (body: object) =>
    sendStaff(
      portal,
      networkTemplates.add,
      { body: { kind: 'mikrotik', when: 'open', attribute: 'Framed-MTU', value: '1492', ...body } },
      engineer,
    );

  test('is refused when FreeRADIUS would not know it', async () => {
    expect((await add({ attribute: 'Framed-MTUs' })).body).toMatchObject({
      code: 'template_wrong',
      message: 'Атрибута Framed-MTUs у mikrotik нет',
    });
    expect((await add({ value: '{mtu}' })).body.message).toBe('В скобках стоит {mtu}, такого имени нет');
    expect((await add({ value: '`id`' })).status).toBe(422);
    expect((await add({ value: '%{exec:id}' })).status).toBe(422);
  });

  test('changes what devices are told of all services, and is taken back', async () => {
    await sendStaff(portal, networkLines.set, { body: { user_id: String(userId), sessions: '2' } }, engineer);
    await addNas();
    await portal.work();
    const { template_id } = (await add({ place: 'accept' })).body;
    await portal.work();
    expect(await told()).toContain('Framed-MTU := 1492');
    const list = await sendStaff(portal, networkTemplates.list, { query: { kind: 'mikrotik' } }, engineer);
    expect(list.body).toContainEqual(expect.objectContaining({ template_id, attribute: 'Framed-MTU', op: ':=' }));
    await sendStaff(portal, networkTemplates.remove, { body: { template_id: String(template_id) } }, engineer);
    await portal.work();
    expect(await told()).not.toContain('Framed-MTU');
  });
});
