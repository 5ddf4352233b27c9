import { createDecipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { addClient } from '../portal/client.ts';
import { testPortal } from '../portal/portal.ts';
import { serviceChanged } from '#server/domain/services/provisioning/service-changed.ts';
import { networkByKind } from '#server/integrations/network/by-kind.ts';
import type { InternetState } from '#server/integrations/network/port.ts';
import { freeRadius } from '#server/integrations/network/freeradius/freeradius.ts';

const PASSWORD = 'Lesnaya-tropa-48';

async function begin() {
  const portal = await testPortal({
    template: 'empty',
    throughOutside: (outside, db) => ({
      ...outside,
      network: networkByKind(outside.network, { internet: freeRadius(db, outside.vault) }),
    }),
  });
  const { db, outside } = portal.world;
  const line = async (contractId: number) => {
    const { userId } = await addClient(portal.world, { contractId, balance: 5000_00 });
    await db.write((tx) => serviceChanged(tx, { userId }));
    await portal.work();
    const state = (await outside.network.read({ userId }, 'internet')) as InternetState;
    return {
      userId,
      state,
      apply: (other: Partial<InternetState>, password?: string) =>
        outside.network.apply({ ...state, ...other }, password),
    };
  };
  return {
    portal,
    outside,
    line,
    query: async (text: string) => (await portal.pool.query<Record<string, unknown>>(text)).rows,
  };
}

test('the last password stays, sealed for RADIUS and bound to its service; none is told as none', async () => {
  const { outside, line, query } = await begin();
  const { userId, apply } = await line(300_001);
  await apply({ version: 2, passwordSince: '2026-11-20T10:00:00.000Z' as never });
  expect(await outside.network.read({ userId }, 'internet')).toMatchObject({ passwordSince: null });
  await apply({ version: 3 }, PASSWORD);
  await apply({ version: 4 });
  const [row] = (await query('select password from radius.service')) as { password: Buffer }[];
  const decipher = createDecipheriv('aes-256-cbc', outside.vault.radiusKey, row!.password.subarray(0, 16));
  expect(decipher.update(row!.password.subarray(16), undefined, 'utf8') + decipher.final('utf8')).toBe(
    `service:${userId}\n${PASSWORD}`,
  );
});

test('no table of the database tells the password or the secret of a device', async () => {
  const { portal, outside, line, query } = await begin();
  const { apply } = await line(300_001);
  await apply({ version: 2 }, PASSWORD);
  await query(`insert into radius.nas (address, name, kind, secret)
    values ('10.0.0.1', 'BRAS', 'mikrotik', '\\x${outside.vault.sealForRadius('the-shared-secret', 'nas:10.0.0.1').toString('hex')}')`);
  const tables = await query(`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await portal.pool.query<{ count: string }>(
      `select count(*) as count from ${name} t
       where t::text ilike any ($1) or encode(convert_to(t::text, 'UTF8'), 'hex') like any ($2)`,
      [
        [PASSWORD, 'the-shared-secret'].map((word) => `%${word}%`),
        [PASSWORD, 'the-shared-secret'].map(
          (word) => `%${Buffer.from(Buffer.from(word).toString('hex')).toString('hex')}%`,
        ),
      ],
    );
    if (Number(rows[0]?.count) > 0) found.push(name);
  }
  expect(found).toEqual([]);
});

test('a wrong key, and a password copied to another service, are errors and not wrong passwords', async () => {
  const { outside, line, query } = await begin();
  const [one, other] = [await line(300_001), await line(300_002)];
  await one.apply({ version: 2 }, PASSWORD);
  await query(
    `insert into radius.nas (address, name, kind, secret) values ('10.0.0.1', 'BRAS', 'mikrotik', decode(repeat('00', 48), 'hex'))`,
  );
  const ask = (login: string, key: string) =>
    query(`select * from radius.check_of('${login}', '10.0.0.1', '', '', true, '${key}')`);
  const key = outside.vault.radiusKey.toString('hex');
  expect(await ask('u300001', key)).toContainEqual({
    id: expect.anything() as unknown,
    username: 'u300001',
    attribute: 'Password-With-Header',
    value: `{clear}${PASSWORD}`,
    op: ':=',
  });
  await expect(ask('u300001', 'ab'.repeat(32))).rejects.toThrow();
  await query(
    `update radius.service set password = (select password from radius.service where user_id = ${one.userId}) where user_id = ${other.userId}`,
  );
  await expect(ask('u300002', key)).rejects.toThrow('the key of RADIUS does not open');
});

test('a login, a port and a device of an ended service may pass to another; of a living one the order says whose they are', async () => {
  const { line } = await begin();
  const [one, other] = [await line(300_001), await line(300_002)];
  const taken = { mac: '02:10:01:76:c0:e6', autoAuth: true, version: 2 };
  await one.apply({ ...taken });
  await expect(other.apply(taken)).rejects.toThrow('another line enters by the same device');
  await one.apply({ circuit: 'olt 1', version: 3 });
  await expect(other.apply({ circuit: 'olt 1', version: 3 })).rejects.toThrow(
    'another service has the same port of a line',
  );
  await expect(other.apply({ login: one.state.login, version: 4 })).rejects.toThrow(
    'another service has the same login',
  );
  await one.apply({ circuit: 'olt 1', access: 'closed', restriction: 'closed', version: 4 });
  await other.apply({ circuit: 'olt 1', login: one.state.login, version: 5 });
});

test('an open service that is not rendered for a kind of device is an error, and not a line without a limit', async () => {
  const { line, query } = await begin();
  const { userId } = await line(300_001);
  await query(
    `insert into radius.nas (address, name, kind, secret) values ('10.0.0.1', 'BRAS', 'cisco', decode(repeat('00', 48), 'hex'))`,
  );
  await expect(query(`select * from radius.reply_to('${userId}', '10.0.0.1')`)).rejects.toThrow(
    'is not made for cisco',
  );
});

test('a session lasts as its plan says, or until the schedule closes, or without an end', async () => {
  const { line, query } = await begin();
  await query(
    `insert into radius.nas (address, name, kind, secret) values ('10.0.0.1', 'BRAS', 'mikrotik', decode(repeat('00', 48), 'hex'))`,
  );
  const { userId } = await line(300_001);
  const told = async (sessionSeconds: 86_400 | null, openUntil: string) => {
    await query(
      `update radius.service set session_seconds = ${sessionSeconds}, open_until = ${openUntil} where user_id = ${userId}`,
    );
    const rows = await query(`select * from radius.reply_to('${userId}', '10.0.0.1')`);
    return rows.find(({ attribute }) => attribute === 'Session-Timeout')?.['value'];
  };
  expect(await told(null, 'null')).toBeUndefined();
  expect(await told(86_400, 'null')).toBe('86400');
  expect(Number(await told(86_400, `now() + interval '1 hour'`))).toBeCloseTo(3600, -1);
  expect(await told(86_400, `now() + interval '3 seconds'`)).toBe('60');
});

test('a router that asks all day is one row; unknown logins beyond two thousand share one', async () => {
  const { query } = await begin();
  const refuse = (login: string, why: string) =>
    query(`select radius.refuse('${login}', '10.0.0.1', '02-10-01-76-C0-E6', '${why}', '')`);
  await refuse('ivanov', 'password');
  await query(`update radius.refused set last_at = last_at - interval '5 seconds'`);
  await refuse('ivanov', 'password');
  await refuse('ivanov', 'password');
  expect(await query('select login, mac, why, count from radius.refused')).toEqual([
    { login: 'ivanov', mac: '02:10:01:76:c0:e6', why: 'password', count: 2 },
  ]);
  await query(`select radius.refuse('guess' || n, '10.0.0.1', '', 'unknown', '') from generate_series(1, 2003) n`);
  expect(
    await query(
      `select count(*)::int as rows, bool_or(login = '*') as shared from radius.refused where why = 'unknown'`,
    ),
  ).toEqual([{ rows: 2001, shared: true }]);
});

test('a connection that has asked for other devices while nobody was online reads only the sessions of the service afterwards', async () => {
  const { portal, line, query } = await begin();
  const { userId } = await line(300_001);
  await query('vacuum analyze internet_session');
  const radius = await portal.pool.connect();
  const others = () => radius.query(`select radius.others_of('${userId}', '02:00:00:00:00:01', '10.0.0.1') as others`);
  // A plan is kept from the sixth time on.
  for (let times = 10; times > 0; times -= 1) await others();
  await query(`
    insert into internet_session (user_id, started_at, seen_at, bytes_in, bytes_out, nas, session_ref, unique_id, address)
    select case when n = 1 then ${userId} end, now(), now(), 0, 0, '10.0.0.1', n, n, '10.1.0.0'::inet + n from generate_series(1, 3000) n`);
  try {
    await radius.query('begin');
    expect((await others()).rows).toEqual([{ others: 1 }]);
    const { rows } = await radius.query<{ read: string }>(`
      select pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid) as read from pg_class where relname = 'internet_session_live'`);
    expect(Number(rows[0]?.read)).toBeLessThan(10);
  } finally {
    await radius.query('rollback');
    radius.release();
  }
});
