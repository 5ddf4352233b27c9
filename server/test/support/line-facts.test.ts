import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal, type TestPortal } from '../portal/portal.ts';
import { staffDesk } from '../portal/staff-desk.ts';
import { addNas } from '../network/told.ts';

const WHO = 100_001;
const NAS = '10.255.0.1';
const [OLD, NEW] = ['02:10:01:76:c0:e6', '02:10:01:76:c0:7a'];

/** An open line of the demo, all of whose sessions have ended, on a device of access that speaks. */
async function line() {
  const portal = await testPortal();
  await addNas(portal.pool, NAS);
  const { rows } = await portal.pool.query<{ id: number }>(
    `select user_id::int as id from service_user where contract_id = ${WHO} and user_type = 'isg'`,
  );
  const id = rows[0]?.id ?? 0;
  const now = portal.clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  await portal.pool.query('delete from speed_test');
  await portal.pool.query('update incident set ended_at = greatest(began_at, $1) where ended_at is null', [now]);
  await portal.pool.query('update internet_session set stopped_at = $2 where user_id = $1 and stopped_at is null', [
    id,
    ago(600),
  ]);
  await portal.pool.query('update radius.nas set heard_at = $1', [now]);
  return {
    portal,
    id,
    ago,
    refused: (why: string, { mac = NEW, times = 3, since = 12, last = 1 } = {}) =>
      portal.pool.query(
        `insert into radius.refused (day, nas, login, mac, why, user_id, count, first_at, last_at, run_count, run_since, hour_count)
         select ($1::timestamptz at time zone 'UTC')::date, $2, login, $3, $4, user_id, $5, $6, $1, $5, $6, $5 from service_user where user_id = $7`,
        [ago(last), NAS, mac, why, times, ago(since), id],
      ),
    session: ({ mac = OLD, begun = 60, seen = 1, stopped = null as number | null } = {}) =>
      portal.pool.query(
        `insert into internet_session (user_id, started_at, seen_at, stopped_at, address, mac, bytes_in, bytes_out, nas, session_ref)
         values ($1, $2, $3, $4, '10.84.1.2', $5, 0, 0, $6, 'ref')`,
        [id, ago(begun), ago(seen), stopped === null ? null : ago(stopped), mac, NAS],
      ),
    bind: (mac: string) =>
      portal.pool.query(
        `insert into service_access (user_id, bound_mac) values ($1, $2) on conflict (user_id) do update set bound_mac = excluded.bound_mac, seen_mac = null, seen_at = null`,
        [id, mac],
      ),
    check: async () => (await portal.send(contract.support.check, { query: { user_id: String(id) } }, WHO)).body,
    unlock: async () => (await portal.send(contract.internetUser.unlock, { body: { user_id: id } }, WHO)).body,
  };
}

const lineStep = ({
  checks,
}: {
  checks: readonly { what: string; title: string; value?: string | null | undefined }[];
}) => checks.find(({ what }) => what === 'line');
const boundMac = async ({ pool }: TestPortal, id: number) =>
  (await pool.query<{ mac: string }>('select bound_mac::text as mac from service_access where user_id = $1', [id]))
    .rows[0]?.mac;

test('a router with a wrong password: which one, by its last digits, since when; it locks nothing, and a new password clears it', async () => {
  const { portal, id, refused, check, session } = await line();
  await refused('password', { times: 2 });
  expect((await check()).finding.cause).toBe('line');
  await portal.pool.query('delete from radius.refused');
  await refused('password');
  const found = await check();
  expect(found.finding).toMatchObject({ cause: 'wrong_password', title: 'Роутеру не подходит пароль' });
  expect(lineStep(found)).toMatchObject({ title: 'Роутеру …:7A не подходит пароль', value: 'с 13:53' });
  expect(JSON.stringify(found)).not.toContain(NEW.slice(0, 8));
  const { rows } = await portal.pool.query('select state, reason from service_user where user_id = $1', [id]);
  expect(rows).toEqual([{ state: 'active', reason: null }]);
  const { rows: secrets } = await portal.pool.query(
    `update service_secret set changed_at = $2 where user_id = $1 returning user_id`,
    [id, portal.clock.now()],
  );
  expect(secrets).toHaveLength(1);
  expect((await check()).finding.cause).toBe('line');
  await session();
  expect((await check()).finding.cause).toBe('none');
});

test('what was refused a quarter of an hour ago explains nothing now; while a session is on, a wrong password is a neighbour’s', async () => {
  const { portal, refused, session, check } = await line();
  await refused('password', { times: 50, since: 40, last: 16 });
  expect((await check()).finding.cause).toBe('line');
  await portal.pool.query('delete from radius.refused');
  await refused('password', { times: 50 });
  await session();
  expect((await check()).finding.cause).toBe('none');
});

test('a new router is bound by «Разблокировать», once: the network saw it, and the old one was bound', async () => {
  const { portal, id, refused, bind, check, unlock } = await line();
  await bind(OLD);
  await refused('mac', { times: 1 });
  const found = await check();
  expect(found.finding.cause).toBe('binding_stale');
  expect(lineStep(found)?.title).toBe('Подключено новое устройство …:7A');
  expect(await unlock()).toMatchObject({ lifted: 'binding_stale', state: 'active', unlocks_left: 2 });
  expect(await boundMac(portal, id)).toBe(NEW);
  expect((await check()).finding.cause).toBe('applying');
  await portal.work();
  expect((await check()).finding.cause).toBe('line');
  expect(await unlock()).toMatchObject({ lifted: null, unlocks_left: 2 });
});

test('a second device waits until the first one leaves; «Завершить тот сеанс» ends it', async () => {
  const { portal, id, refused, session, check, unlock } = await line();
  await session();
  expect((await check()).finding.cause).toBe('none');
  await refused('sessions', { times: 1 });
  const found = await check();
  expect(found.finding.cause).toBe('second_device');
  expect(lineStep(found)).toMatchObject({ title: 'Уже в сети другое устройство …:E6' });
  expect(await unlock()).toMatchObject({ lifted: 'session_stuck', state: 'active' });
  const { rows } = await portal.pool.query(
    'select end_ordered_at is not null as is_ordered from internet_session where user_id = $1 and stopped_at is null',
    [id],
  );
  expect(rows).toEqual([{ is_ordered: true }]);
});

test('a session of which its device tells nothing, although it speaks, is stuck; if the device is silent, too, it is not', async () => {
  const { portal, session, check, unlock, ago } = await line();
  await session({ seen: 14 });
  expect((await check()).finding.cause).toBe('none');
  await portal.pool.query('update internet_session set seen_at = $1 where seen_at is not null and stopped_at is null', [
    ago(16),
  ]);
  expect((await check()).finding).toMatchObject({ cause: 'session_stuck' });
  await portal.pool.query('update radius.nas set heard_at = $1', [ago(16)]);
  expect((await check()).finding.cause).toBe('none');
  await portal.pool.query('update radius.nas set heard_at = $1', [portal.clock.now()]);
  expect(await unlock()).toMatchObject({ lifted: 'session_stuck' });
});

test('a router that is not heard at all, where others are: cable and power', async () => {
  const { session, check } = await line();
  expect(lineStep(await check())?.title).toBe('Роутер не на связи');
  await session({ begun: 90, seen: 30, stopped: 30 });
  expect(lineStep(await check())).toMatchObject({ title: 'Роутер не обращается к сети', value: 'с 13:35' });
});

test('the clerk sees the whole device, how often and where it was refused, in the same chain', async () => {
  const { portal, id, refused } = await line();
  await refused('password', { times: 12 });
  const { ask } = staffDesk(portal);
  const card = await ask(operatorContract.card.show, {
    query: { contract_id: String(WHO), user_id: String(id) },
  });
  const router = card.chain.links.find(({ link }) => link === 'router');
  expect(card.chain.broken).toBe('router');
  expect(router?.evidence.map((text) => text.replaceAll('\u00a0', ' '))).toContain(
    `отказ: неверный пароль, ${NEW}, 12 раз с 13:53, bras`,
  );
});
