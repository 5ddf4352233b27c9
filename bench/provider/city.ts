import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SEE_PEOPLE_RIGHT } from '../../contract/src/staff/index.ts';
import type { Database } from '../../server/src/db/database.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { staffKey } from '../../server/test/portal/staff.ts';
import { tokenOf } from '../parts/crowd.ts';
import { addManyContracts } from '../parts/many-contracts.ts';
import { prepare } from '../parts/portal.ts';
import { soughtContracts, STAFF_CALLS } from '../parts/staff-calls.ts';
import { AGENT } from '../parts/traffic.ts';
import type { City } from './actions.ts';

/** Subscribers that are awake; the others are in the database only. */
const AWAKE = 3000;
const CLERKS = 10;

/** A provider of so many contracts; a later run takes the contracts of an earlier one. */
export async function cityOf(db: Database, url: string, contracts: number): Promise<City> {
  const { rows } = await db.pool.query<{ is_new: boolean }>(`select to_regclass('public.contract') is null as is_new`);
  await (rows[0]?.is_new === true ? prepare(db, url) : migrate(url));
  await addManyContracts(db, contracts);
  const awake = await soughtContracts(db, AWAKE);
  const ids = awake.map(({ contract_id: id }) => id);
  // All have the password of the demo: what a sign-in costs does not depend on it.
  await db.pool.query(
    `insert into credential select id, password_hash, changed_at, null from unnest($1::bigint[]) id, credential where contract_id = 100001 on conflict do nothing`,
    [ids],
  );
  const services = await db.pool.query<{ contract_id: number; user_id: number }>(
    `select contract_id::int, user_id::int from service_user where contract_id = any($1) and user_type = 'isg'`,
    [ids],
  );
  const userOf = new Map(services.rows.map((row) => [row.contract_id, row.user_id]));
  const subscribers = [];
  for (const one of awake) {
    const { contract_id: id } = one;
    subscribers.push({ ...one, user_id: userOf.get(id) ?? 0, token: await tokenOf(db, id) });
  }
  const rights = [...STAFF_CALLS, SEE_PEOPLE_RIGHT];
  const key = () => staffKey({ pool: db.pool, clock: systemClock }, rights);
  const clerks = await Promise.all(Array.from({ length: CLERKS }, key));
  const plans = await db.pool.query<{ plan_id: number }>(`select plan_id from plan where name = 'Волга 500'`);
  await db.pool.query('checkpoint');
  const run = Math.floor(Date.now() / 1000);
  return { subscribers, clerks, plan: plans.rows[0]?.plan_id ?? 1, run };
}

/** The file of the terminals that pay. */
export async function agentsFile(folder: string): Promise<string> {
  const file = join(folder, 'agents.json');
  await writeFile(file, JSON.stringify([AGENT]));
  return file;
}
