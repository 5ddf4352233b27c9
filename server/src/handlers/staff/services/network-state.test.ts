import { expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { addNas } from '../../../../test/network/told.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';
import { collectMetrics } from '../../../http/running/metrics.ts';

const { networkState, networkDevices } = operatorContract;
const NAS = '10.255.0.1';
const WHO = 100_001;

/** A device with one living session of a client, which has another speed than it should. */
async function network() {
  const portal = await testPortal();
  const { pool, clock } = portal;
  const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
  await addNas(pool, NAS);
  await pool.query('update radius.nas set heard_at = $1', [ago(1)]);
  await pool.query('update internet_session set stopped_at = started_at where stopped_at is null');
  const { rows } = await pool.query<{ id: number }>(
    `select user_id::int as id from service_user where contract_id = ${WHO} and user_type = 'isg'`,
  );
  const id = rows[0]?.id ?? 0;
  await pool.query(
    `insert into radius.service (user_id, version, state, login, access, is_ended, auto_auth, sessions, applied_at)
     select user_id, 1, '{}', login, 'open', false, false, 1, $2 from service_user where user_id = $1`,
    [id, ago(10)],
  );
  await pool.query(
    `insert into radius.reply (user_id, kind, attributes, coa, shape) values ($1, 'mikrotik', '{}', '{}', 'aaaaaaaa')`,
    [id],
  );
  await pool.query(
    `insert into radius.shape (shape, accept, coa) values ('aaaaaaaa', '{Mikrotik-Rate-Limit,:=,50000k/50000k}', '{}')`,
  );
  const { rows: made } = await pool.query<{ id: number }>(
    `insert into internet_session (user_id, started_at, seen_at, address, bytes_in, bytes_out, nas, session_ref, login, class)
     values ($1, $2, $3, '10.84.1.2', 0, 0, $4, 'ref', 'someone', $5) returning internet_session_id::int as id`,
    [id, ago(20), ago(2), NAS, `k:${id}:bbbbbbbb`],
  );
  return { id, ago, sessionId: made[0]?.id ?? 0, ...staffDesk(portal) };
}

test('a device as it does now: heard, online, its orders, its refusals, its failure', async () => {
  const { portal, ask, ago, sessionId } = await network();
  expect(await ask(networkState.devices, {})).toMatchObject([
    { ip: NAS, online: 1, orders_waiting: 0, orders_since: null, refused: 0, silent_since: null, outage_since: null },
  ]);
  await portal.pool.query(
    `insert into radius.coa (internet_session_id, nas_id, kind, is_urgent, wished_at, due_at) select $1, nas_id, 'change', true, $2, now() from radius.nas`,
    [sessionId, ago(3)],
  );
  await portal.pool.query('update radius.nas set is_silent_since = $1', [ago(3)]);
  await portal.pool.query(
    `insert into radius.outage (nas_id, began_at, sessions, lost) select nas_id, $1, 20, 10 from radius.nas`,
    [ago(3)],
  );
  await portal.pool.query(
    `insert into radius.refused (day, nas, login, mac, why, count, first_at, last_at, run_since, hour_count)
     values (($1::timestamptz at time zone 'UTC')::date, $2, 'x', '', 'password', 90, $1, $1, $1, 12)`,
    [portal.clock.now(), NAS],
  );
  const since = ago(3).toISOString();
  expect(await ask(networkState.devices, {})).toMatchObject([
    { orders_waiting: 1, orders_since: since, refused: 12, silent_since: since, outage_since: since },
  ]);
  const metrics = await collectMetrics(portal.world).text();
  for (const line of ['kabinet_nas_silent 1', 'kabinet_nas_outages 1', 'kabinet_network_orders 1']) {
    expect(metrics).toContain(line);
  }
});

test('a session that is not what it should be is shown after five minutes, with what was wished, answered and heard', async () => {
  const { portal, ask, ago, sessionId, id } = await network();
  const found = {
    session_id: sessionId,
    user_id: id,
    contract_id: WHO,
    device: 'bras',
    heard_at: ago(2).toISOString(),
    differs: true,
    wanted: { shape: 'aaaaaaaa', attributes: ['Mikrotik-Rate-Limit=50000k/50000k'] },
    seen: { shape: 'bbbbbbbb', attributes: [] },
    order: null,
  };
  expect(await ask(networkState.differs, {})).toMatchObject({ all: 1, sessions: [found] });
  await portal.pool.query(
    `insert into radius.coa (internet_session_id, nas_id, kind, is_urgent, wished_at, due_at, answer, answered_at, wish)
     select $1, nas_id, 'change', true, $2, null, 'nak 503', $2, 4 from radius.nas`,
    [sessionId, ago(3)],
  );
  const order = { kind: 'change', wishes: 4, answer: 'nak 503', wished_at: ago(3).toISOString() };
  expect(await ask(networkState.differs, {})).toMatchObject({ sessions: [{ order }] });
  await portal.pool.query('update radius.service set applied_at = $1', [ago(4)]);
  expect(await ask(networkState.differs, {})).toEqual({ all: 0, sessions: [] });
  const online = () => ask(networkState.online, { query: { contract_id: String(WHO) } });
  expect(await online()).toMatchObject([{ session_id: sessionId, differs: true }]);
  const evidence = async () => {
    const { chain } = await ask(operatorContract.card.show, {
      query: { contract_id: String(WHO), user_id: String(id) },
    });
    return chain.links.find(({ link }) => link === 'session')?.evidence;
  };
  expect(await evidence()).toContain('на оборудовании bbbbbbbb, а должно Mikrotik-Rate-Limit=50000k/50000k');
  await portal.pool.query(`update radius.coa set told_shape = 'aaaaaaaa'`);
  expect(await evidence()).toContain('на оборудовании Mikrotik-Rate-Limit=50000k/50000k, как и должно');
  expect(await online()).toMatchObject([{ differs: false, seen: { shape: 'aaaaaaaa' } }]);
});

test('free addresses of a network: without those of lines and of living sessions, its first and its last', async () => {
  const { portal, ask, id } = await network();
  await portal.pool.query(
    `insert into service_line (user_id, address) values ($1, '10.84.1.3') on conflict (user_id) do update set address = excluded.address`,
    [id],
  );
  const free = (network: string) => ask(networkState.freeAddresses, { query: { network } });
  expect(await free('10.84.1.0/29')).toEqual({
    given: 1,
    used: 1,
    free: 4,
    addresses: ['10.84.1.1', '10.84.1.4', '10.84.1.5', '10.84.1.6'],
  });
  expect(await free('10.84.1.2/31')).toMatchObject({ free: 0, addresses: [] });
  expect((await free('10.84.0.0/16')).addresses).toHaveLength(256);
  await expect(free('10.0.0.0/8')).rejects.toMatchObject({ code: 'bad_input' });
});

test('a device is marked as one without gigawords', async () => {
  const { ask } = await network();
  const [device] = await ask(networkDevices.list, {});
  expect(device).toMatchObject({ has_gigawords: true });
  const edit = (body: object) =>
    ask(networkDevices.edit, { body: { nas_id: String(device?.nas_id), ...body } }, 'engineer');
  expect(await edit({ gigawords: 'no' })).toMatchObject({ has_gigawords: false });
  expect(await edit({ interim_seconds: '600' })).toMatchObject({ has_gigawords: false, interim_seconds: 600 });
  expect(await edit({ gigawords: 'yes' })).toMatchObject({ has_gigawords: true });
});
