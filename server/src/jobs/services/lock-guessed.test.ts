import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { lockGuessedLogins } from './lock-guessed.ts';

const user = async ({ pool }: TestPortal) =>
  (
    await pool.query<{ id: number; state: string; reason: string | null }>(
      `select user_id::int as id, state, reason from service_user where contract_id = 100001 and user_type = 'isg'`,
    )
  ).rows[0]!;

async function guessed(portal: TestPortal, { devices, each }: { devices: number; each: number }) {
  await portal.pool.query('delete from radius.refused');
  await portal.pool.query(
    `insert into radius.refused (day, nas, login, mac, why, user_id, count, first_at, last_at, run_count, run_since, hour_count)
     select ($1::timestamptz at time zone 'UTC')::date, '10.0.0.1', 'x', '02:00:00:00:00:0' || n, 'password', $2, $3, $1, $1, $3, $1, $3
     from generate_series(1, $4::integer) n`,
    [portal.clock.now(), (await user(portal)).id, each, devices],
  );
}

const look = (portal: TestPortal, isWished = true) =>
  lockGuessedLogins({ ...portal.world, provider: { ...portal.world.provider, lock_guessed_logins: isWished } });

test('one router with a wrong password locks nothing, however long; a crowd of devices does, if the provider wishes it', async () => {
  const portal = await testPortal();
  await guessed(portal, { devices: 1, each: 3600 });
  await look(portal);
  expect(await user(portal)).toMatchObject({ state: 'active' });
  await guessed(portal, { devices: 4, each: 1000 });
  await look(portal);
  expect(await user(portal)).toMatchObject({ state: 'active' });
  await guessed(portal, { devices: 5, each: 60 });
  await look(portal, false);
  expect(await user(portal)).toMatchObject({ state: 'active' });
  await look(portal);
  expect(await user(portal)).toMatchObject({ state: 'blocked', reason: 'login_locked' });
});

test('the lock lasts an hour, and what was guessed before locks nothing again', async () => {
  const portal = await testPortal();
  await guessed(portal, { devices: 5, each: 60 });
  await look(portal);
  portal.clock.advance(3_599_000);
  await look(portal);
  expect(await user(portal)).toMatchObject({ reason: 'login_locked' });
  portal.clock.advance(2000);
  await portal.pool.query(`update radius.refused set last_at = $1`, [portal.clock.now()]);
  await look(portal);
  expect(await user(portal)).toMatchObject({ state: 'active', reason: null });
});
