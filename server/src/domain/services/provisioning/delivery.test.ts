import { expect, test } from 'vitest';
import { addClient } from '../../../../test/portal/client.ts';
import { databaseBefore } from '../../../../test/database/former-database.ts';
import { listeningPortal } from '../../../../test/portal/listening-network.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { effectHandlers } from '../../../effects.ts';
import { deliverEffect, deliverEffectJob, enqueueEffect } from '#server/kernel/job/outbox.ts';
import { bringDifferences, desiredOf } from './check-network.ts';
import { disconnectServiceEffect } from './effects.ts';
import { checkNetworkJob } from './jobs.ts';
import { serviceChanged } from './service-changed.ts';

const NUMBER = '78482551122';
const HOUR = 3_600_000;

/** One client whose service and number the network knows. */
async function begin() {
  const one = await listeningPortal('empty');
  const { portal } = one;
  const { userId } = await addClient(portal.world, { balance: 5000_00, telephone: true });
  const { db, outside } = portal.world;
  const own = { userId };
  await db.write((tx) => serviceChanged(tx, own, { phoneNumber: NUMBER }));
  await portal.work();
  one.told.length = 0;
  const set = (text: string) => portal.pool.query(`update service_user set ${text}`);
  const row = async () => {
    const { rows } = await portal.pool.query(
      'select version, applied_version from service_state where user_id is not null',
    );
    return rows[0] as { version: number; applied_version: number };
  };
  return {
    ...one,
    own,
    set,
    row,
    query: (text: string, values: unknown[] = []) => portal.pool.query(text, values),
    close: () => set(`state = 'blocked', reason = 'operator'`),
    changed: () => db.write((tx) => serviceChanged(tx, own)),
    access: async () => (await outside.network.read(own, 'internet'))?.access,
    check: async () => {
      await db.write((tx) => addJob(tx, checkNetworkJob, {}));
      await portal.work();
    },
  };
}

test('an order is delivered as the service is by then, and noted', async () => {
  const { portal, told, set, close, changed, access, row, own } = await begin();
  await close();
  await changed();
  await set(`state = 'active', reason = null`);
  await portal.work();
  expect([told, await access(), await row()]).toEqual([['user:1'], 'open', { version: 2, applied_version: 2 }]);
  expect(await portal.world.outside.network.read(own, 'internet')).toMatchObject({ version: 2 });
});

test('what a failed order wanted is not tried after a later one', async () => {
  const { portal, told, answer, set, close, changed, access } = await begin();
  answer.before = () => {
    throw new Error('the network is away');
  };
  await close();
  await changed();
  await portal.work();
  answer.before = () => undefined;
  await set(`state = 'active', reason = null`);
  await changed();
  await portal.work();
  portal.clock.advance(HOUR);
  await portal.work();
  // Once in vain, once for both orders.
  expect([told, await access()]).toEqual([['user:1', 'user:1'], 'open']);
});

test('a network that did it and could not say so is told again, and it does no harm', async () => {
  const { portal, told, answer, close, changed, access, row, differing } = await begin();
  let answers = 0;
  answer.after = () => {
    if ((answers += 1) === 1) throw new Error('no answer');
  };
  await close();
  await changed();
  await portal.work();
  expect([await access(), await row()]).toEqual(['closed', { version: 2, applied_version: 1 }]);
  portal.clock.advance(HOUR);
  await portal.work();
  expect([told.length, await access(), await row()]).toEqual([2, 'closed', { version: 2, applied_version: 2 }]);
  expect(await differing()).toEqual([]);
});

test('a change that comes while the network is told is not taken for carried out', async () => {
  const { portal, told, answer, set, close, changed, access, row } = await begin();
  answer.before = async () => {
    if (told.length === 2) throw new Error('the network is away');
    await set(`state = 'active', reason = null`);
    await changed();
  };
  await close();
  await changed();
  await portal.work();
  expect([await access(), await row()]).toEqual(['closed', { version: 3, applied_version: 2 }]);
  answer.before = () => undefined;
  portal.clock.advance(HOUR);
  await portal.work();
  expect([await access(), await row()]).toEqual(['open', { version: 3, applied_version: 3 }]);
});

test('sessions are ended only when the network knows the newest state', async () => {
  const { portal, answer, own, changed, query } = await begin();
  const ended = async () => (await query('select from recorded_network.disconnect')).rowCount;
  answer.before = () => {
    throw new Error('the network is away');
  };
  await changed();
  const order = { ...own, until: portal.clock.now().toISOString() };
  await portal.world.db.write((tx) => enqueueEffect(tx, disconnectServiceEffect, order));
  await portal.work();
  expect(await ended()).toBe(0);
  answer.before = () => undefined;
  portal.clock.advance(HOUR);
  await portal.work();
  expect(await ended()).toBe(1);
});

test('an older state that comes late is left out', async () => {
  const { portal, own, close, changed, access } = await begin();
  const { db, outside } = portal.world;
  const older = (await db.read((tx) => desiredOf(tx, own)))!.state;
  await close();
  await changed();
  await portal.work();
  await outside.network.apply(older);
  expect(await access()).toBe('closed');
});

test('of a service that is not there nothing is told', async () => {
  const { portal, told, query } = await begin();
  const { rows } = await query(
    `insert into outbox_effect (kind, version, payload, created_at) values ('service.provision', 1, '{"userId": 77}', now())
     returning effect_id::int as id`,
  );
  await deliverEffect(portal.world, { effectId: (rows[0] as { id: number }).id }, effectHandlers);
  expect(told).toEqual([]);
});

test('orders of the version before bring the newest state, and end sessions after it', async () => {
  const { portal, told, query, close, access, row } = await begin();
  await close();
  await query(`insert into internet_session (user_id, started_at, address, bytes_in, bytes_out)
    values (1, '2026-11-20T05:00:00Z', '10.0.0.1', 0, 0)`);
  for (const [kind, payload] of [
    ['network.apply', { userId: 1, access: 'open' }],
    ['network.provide', { userId: 1 }],
    ['network.configure', { userId: 1, until: portal.clock.now().toISOString() }],
  ] as const) {
    const { rows } = await query(
      `insert into outbox_effect (kind, version, payload, queue, created_at) values ($1, 1, $2, 'network:1', now())
       returning effect_id::int as "effectId"`,
      [kind, payload],
    );
    await portal.world.db.write((tx) =>
      addJob(tx, deliverEffectJob, rows[0] as { effectId: number }, { queue: 'network:1' }),
    );
  }
  await portal.work();
  expect([await access(), await row()]).toEqual(['closed', { version: 4, applied_version: 4 }]);
  expect(new Set(told)).toEqual(new Set(['user:1']));
  expect((await query('select from internet_session where stopped_at is null')).rowCount).toBe(0);
  expect((await query(`select from outbox_effect where state <> 'done'`)).rowCount).toBe(0);
});

const FASTER = `update plan set speed_mbit = 300 where service_kind = 'internet'`;

/** What keeps the network from doing what it should, and what the nightly comparison calls it. */
const FAULTS: Readonly<
  Record<string, readonly [string, (one: Awaited<ReturnType<typeof begin>>) => Promise<unknown>]>
> = {
  'nobody has told': ['user:1 access,restriction', ({ close }) => close()],
  'the catalogue gives another speed': ['user:1 plan,profile', ({ query }) => query(FASTER)],
  'the network has lost a service': [
    'user:1 service',
    ({ query }) => query(`delete from recorded_network.service where service = 'user:1'`),
  ],
  'the network was changed by hand': [
    'user:1 access',
    ({ query }) =>
      query(`update recorded_network.service set state = state || '{"access": "closed"}' where service = 'user:1'`),
  ],
  'an order was lost': [
    'user:1 applied',
    async ({ changed, query }) => {
      await changed();
      await query('delete from outbox_effect');
      await query(`select graphile_worker.remove_job(key) from graphile_worker.jobs`);
    },
  ],
  'an order has failed for good': [
    'user:1 applied',
    async ({ changed, query, portal }) => {
      await changed();
      await query(`update outbox_effect set state = 'failed' where state = 'due'`);
      await portal.work();
    },
  ],
  'our database came from a backup': [
    'user:1 version',
    ({ query }) =>
      query(
        `update recorded_network.service set version = 40, state = state || '{"version": 40}' where service = 'user:1'`,
      ),
  ],
  'a number was blocked by hand': [
    `number:${NUMBER} access,restriction`,
    ({ query }) => query(`update phone_number set state = 'blocked', reason = 'operator'`),
  ],
};

test.each(Object.entries(FAULTS))('%s: the comparison finds it, and the network is told anew', async (_, fault) => {
  const [found, made] = fault;
  const one = await begin();
  await made(one);
  expect(await one.differing()).toEqual([found]);
  await one.check();
  expect(one.told).toEqual([found.split(' ')[0]]);
  expect(await one.differing()).toEqual([]);
  await one.check();
  expect(one.told).toHaveLength(1);
});

test('what is on its way is no difference', async () => {
  const { answer, portal, close, changed, differing } = await begin();
  answer.before = () => {
    throw new Error('the network is away');
  };
  await close();
  await changed();
  await portal.work();
  expect(await differing()).toEqual([]);
});

test('a change between the two readings is no difference', async () => {
  const { portal, close, changed, differing } = await begin();
  const { network } = portal.world.outside;
  const read = network.read.bind(network);
  let readings = 0;
  Object.assign(network, {
    read: async (...asked: Parameters<typeof read>) => {
      if ((readings += 1) === 1) {
        await close();
        await changed();
        await portal.work();
      }
      return read(...asked);
    },
  });
  expect(await differing()).toEqual([]);
  expect(readings).toBeGreaterThan(2);
});

test('a service that has ended need not be known', async () => {
  const { set, query, differing } = await begin();
  await set(`state = 'closed', closed_on = '2026-11-19'`);
  await query(`delete from recorded_network.service where service = 'user:1'`);
  expect(await differing()).toEqual([]);
});

test('what the network cannot read of a service is not compared', async () => {
  const { query, differing } = await begin();
  await query(
    `update recorded_network.service set state = state - 'plan' - 'profile' - 'version' where service = 'user:1'`,
  );
  await query(FASTER);
  expect(await differing()).toEqual([]);
});

test('one that cannot be read keeps no other from being compared, and is named', async () => {
  const { portal, query, differing, check, told } = await begin();
  const { network } = portal.world.outside;
  const read = network.read.bind(network);
  Object.assign(network, {
    read: (...asked: Parameters<typeof read>) =>
      'userId' in asked[0] ? Promise.reject(new Error('not today')) : read(...asked),
  });
  await query(`update phone_number set state = 'blocked', reason = 'operator'`);
  await expect(differing()).rejects.toThrow('the network could not be read of user:1: not today');
  await check();
  expect(told).toEqual([`number:${NUMBER}`]);
});

/** So many more services, and a network that knows none. */
const MANY = `
  insert into service_user (user_id, contract_id, account_id, user_type, name, login, address, state, state_since, opened_on)
  select 1000 + n, contract_id, account_id, 'isg', '', 'u' || n, '', 'active', now(), '2025-01-01'
  from generate_series(1, 600) n cross join (select contract_id, account_id from service_user) u`;

test('many services are ordered in few transactions, each once, and it is told how far the work has come', async () => {
  const { portal, query } = await begin();
  await query(MANY);
  const { db, outside } = portal.world;
  const heard: string[] = [];
  const told: number[] = [];
  let writes = 0;
  const counting: typeof db = { ...db, write: (work) => ((writes += 1), db.write(work)) };
  await bringDifferences(
    { db: counting, network: outside.network },
    {
      told: ({ service }) => void ('userId' in service && told.push(service.userId)),
      hear: ({ done, all }) => void heard.push(`${done}/${all}`),
    },
  );
  expect(told).toEqual(Array.from({ length: 600 }, (__, index) => 1001 + index));
  expect(heard).toEqual(['500/602', '601/602', '602/602']);
  expect(writes).toBe(6);
  const { rows } = await query(`select count(*)::int as due from outbox_effect where state = 'due'`);
  expect(rows).toEqual([{ due: 600 }]);
});

test('a network that is away is not asked for every service', async () => {
  const { portal, query } = await begin();
  await query(MANY);
  let asked = 0;
  const read = () => {
    asked += 1;
    return Promise.reject(new Error('not today'));
  };
  const { db, outside } = portal.world;
  const check = bringDifferences({ db, network: { ...outside.network, read } }, { told: () => undefined });
  await expect(check).rejects.toThrow(/^the network could not be read of (user:\d+: not today(; |$)){20}$/);
  expect(asked).toBe(20);
});

test('what was and was not carried out before the update stays so', async () => {
  const { db, migrateOn } = await databaseBefore('0036_service_state.sql');
  const { pool } = db;
  await pool.query(`
    insert into town (name) values ('Тестовый');
    insert into contract
      (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
    select 1, 'Тестов Тест Тестович', 'Тест Тестович', 'Тестов Т. Т.', town_id, '1', 1, '2025-01-01' from town;
    insert into account (account_id, kind, contract_id, account_no) values (1, 'i', 1, '1i');
    insert into service_user (user_id, contract_id, account_id, user_type, name, login, address, state, closed_on, state_since, opened_on)
    select n, 1, 1, 'isg', '', 'u' || n, '', case n when 6 then 'closed' else 'active' end,
      case n when 6 then date '2026-01-01' end, now(), '2025-01-01' from generate_series(1, 6) n;
    insert into service_access (user_id, version, applied_version) values (2, 3, 3), (3, 3, 2);
    insert into service_provision (user_id, version, applied_version) values (2, 5, 5), (4, 5, 4);
    insert into outbox_effect (kind, version, payload, state, created_at) values
      ('network.apply', 1, '{"userId": 5, "access": "open"}', 'failed', now())`);
  await migrateOn();
  const { rows } = await pool.query(
    'select user_id::int, version, applied_version from service_state order by user_id',
  );
  expect(rows).toEqual([
    { user_id: 1, version: 1, applied_version: 1 },
    { user_id: 2, version: 9, applied_version: 9 },
    { user_id: 3, version: 4, applied_version: 3 },
    { user_id: 4, version: 6, applied_version: 5 },
    { user_id: 5, version: 1, applied_version: 0 },
  ]);
});
