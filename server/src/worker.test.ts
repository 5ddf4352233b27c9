import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addJob } from '#kernel/jobs.ts';
import { owe } from '#kernel/outbox.ts';
import { testPortal } from '../test/portal.ts';
import { startWorker } from './worker.ts';

test('a job begun by a process that was killed is begun again at once', async () => {
  const { world, pool } = await testPortal({ template: 'empty' });
  await world.db.write((tx) => owe(tx, 'network.apply', { userId: 7, access: 'open' }));
  await pool.query(`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now()`);
  const worker = await startWorker(world);
  const done = async () => (await pool.query(`select 1 from outbox_effect where state = 'done'`)).rowCount === 1;
  for (let tries = 0; tries < 100 && !(await done()); tries += 1) await pause(50);
  await worker.stop();
  expect(await done()).toBe(true);
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test('what has served its time is deleted, what is in use stays', async () => {
  const portal = await testPortal({ template: 'empty' });
  await portal.pool.query(`insert into rate_limit values ('old', '2026-11-18', 1), ('new', '2026-11-20', 1)`);
  await portal.world.db.write((tx) => addJob(tx, 'clean_up', {}));
  await portal.work();
  const { rows } = await portal.pool.query('select bucket from rate_limit');
  expect(rows).toEqual([{ bucket: 'new' }]);
});

test('a job waits for its moment by the clock of the portal', async () => {
  const portal = await testPortal({ template: 'empty' });
  const left = async () => (await portal.pool.query('select 1 from graphile_worker.jobs')).rowCount;
  const inAMinute = new Date(portal.clock.now().getTime() + 60_000);
  await portal.world.db.write((tx) => addJob(tx, 'clean_up', {}, { runAt: inAMinute }));
  await portal.work();
  expect(await left()).toBe(1);
  portal.clock.advance(60_000);
  await portal.work();
  expect(await left()).toBe(0);
});
