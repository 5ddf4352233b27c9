import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  playedWorld,
  batchesOf,
  truthOf,
  worldArb,
  type TrueSession,
} from '../../../../test/network/accounting-world.ts';
import { foldAll } from '../../../../test/network/folding.ts';
import { addNas, tellPackets } from '../../../../test/network/told.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { presumeEnds } from './ends.queries.ts';
import { foldBatch } from './fold.ts';
import { holdPlace } from './place.queries.ts';

// The worlds of session.rules.test.ts, through PostgreSQL: many at once, on two devices, in any order and any batches.

const WORLDS = 60;
const DEVICES = { true: '10.255.0.1', false: '10.255.0.2' };

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The sessions in the database as the worlds tell theirs. */
async function keptIn({ pool }: TestPortal): Promise<Map<string, TrueSession[]>> {
  const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;
  const { rows } = await pool.query<{ id: string; told: TrueSession }>(`
    select unique_id as id, json_build_object('started', ${ms('started_at')}, 'seen', ${ms('seen_at')},
      'stopped', case when not is_presumed then ${ms('stopped_at')} end, 'cause', case when not is_presumed then told_cause end,
      'to', bytes_in, 'from', bytes_out, 'mac', mac::text, 'class', class, 'address', 'address ' || host(address),
      'uses', (select coalesce(json_object_agg(key, json_build_object('from', value -> 0, 'until', value -> 1)), '{}') from jsonb_each(uses)),
      'hours', (select json_object_agg(${ms('hour')}::bigint, json_build_object('heard', ${ms('heard_at')}, 'to', h.bytes_in, 'from', h.bytes_out))
        from session_hour h where h.internet_session_id = s.internet_session_id)) as told
    from internet_session s where nas is not null order by started_at`);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [id, own.map(({ told }) => told)]));
}

test('the database tells the true sessions and hours of any worlds, and the former addresses', async () => {
  const portal = await testPortal({ template: 'empty' });
  for (const [has, nas] of Object.entries(DEVICES)) {
    await addNas(portal.pool, nas);
    await portal.pool.query('update radius.nas set has_gigawords = $1 where address = $2', [has === 'true', nas]);
  }
  const truth = new Map<string, TrueSession[]>();
  const batches = fc.sample(worldArb, WORLDS).flatMap((world, index) => {
    const played = playedWorld(world);
    for (const [id, sessions] of truthOf(played)) truth.set(`${index} ${id}`, sessions);
    const [dice] = fc.sample(fc.infiniteStream(fc.nat()), 1);
    return batchesOf(played, 'random', dice!).map((rows) =>
      rows.map((row) => ({
        ...row,
        nas: DEVICES[`${world.hasGigawords}`],
        unique_id: `${index} ${row.unique_id}`,
        at: new Date(row.at).toISOString(),
      })),
    );
  });
  // Pieces of all worlds among each other.
  const shuffled = batches
    .map((batch, index) => ({ batch, place: (index * 7919) % batches.length }))
    .sort((a, b) => a.place - b.place);
  for (const [turn, { batch }] of shuffled.entries()) {
    await tellPackets(portal.pool, batch);
    if (turn % 3 === 0) await portal.world.db.write(foldBatch);
    if (turn % 7 === 0)
      await portal.world.db.write(async (tx) => {
        await holdPlace(tx);
        await presumeEnds(tx, portal.clock.now());
      });
  }
  await foldAll(portal);
  const found = await keptIn(portal);
  expect([...found.keys()].sort()).toEqual([...truth.keys()].sort());
  for (const [id, sessions] of truth) expect(asJson(found.get(id)), id).toEqual(asJson(sessions));
  const { rows } = await portal.pool.query<{ former: number }>(
    `select count(*)::int as former from session_former_address`,
  );
  const moved = [...truth.values()]
    .flat()
    .reduce((sum, { uses }) => sum + Math.max(Object.keys(uses).length - 1, 0), 0);
  expect(rows).toEqual([{ former: moved }]);
});
