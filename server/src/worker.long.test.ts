import { sendChatMessageEffect, sendLetterEffect, sendTextMessageEffect } from '#server/domain/messaging/effects.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase, type Tx } from '#server/db/database.ts';
import { freeJobsOfTheDead, renewLease } from '#server/db/queries/jobs.ts';
import { sql } from '#server/db/sql.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { cleanUpJob } from './jobs/clean-up.ts';
import { orderEventsJob } from '#server/domain/staff/events/jobs.ts';
import { deliverMessageJob, enqueueEffect } from '#server/kernel/job/outbox.ts';
import { operatorContract } from '@kabinet/contract/staff';
import { staffDesk } from '../test/portal/staff-desk.ts';
import { testPortal, type TestPortal } from '../test/portal/portal.ts';
import { startWorker } from './worker.ts';

const LEASE = 300;
/** For a test in which nobody may be taken for dead, however busy the machine is. */
const LONG_LEASE = 2000;

/** A worker in its own process. */
async function anotherWorker(
  { world, pool }: TestPortal,
  {
    clock = world.clock,
    pollInterval = 2000,
    lease = LEASE,
  }: { clock?: Clock; pollInterval?: number; lease?: number } = {},
) {
  const db = openDatabase(pool.options.connectionString ?? '', { connections: 8, patience: 10_000 });
  const worker = await startWorker({ ...world, clock, db }, { lease, pollInterval });
  onTestFinished(async () => {
    await worker.stop();
    await db.close();
  });
  return worker;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await pause(20);
}

/** A job started by a process that no longer exists. */
async function addJobOfTheDead({ world, pool }: TestPortal): Promise<void> {
  await world.db.write((tx) => addJob(tx, cleanUpJob, {}));
  await pool.query(`
    update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '1 minute'
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'clean_up')`);
}

const isCleanedUp = async ({ pool }: TestPortal) =>
  (await pool.query(`select from graphile_worker.jobs where task_identifier = 'clean_up'`)).rowCount === 0;

test('a job started by a killed process runs again', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addJobOfTheDead(portal);
  await anotherWorker(portal);
  await until(() => isCleanedUp(portal));
});

type Asked = (asked: { name?: string }, query: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>;

/** Puts `work` around each statement of the pool's clients. */
function aroundStatements(pool: pg.Pool, work: Asked): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient>;
  const known = new WeakSet<pg.PoolClient>();
  pool.connect = (async (...callback: unknown[]) => {
    if (callback.length > 0) return connect(...callback);
    const client = await connect();
    if (known.has(client)) return client;
    known.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<pg.QueryResult>;
    client.query = ((...given: [{ name?: string }]) => work(given[0], () => query(...given))) as typeof client.query;
    return client;
  }) as typeof pool.connect;
}

/** The pool, on which the answer to the first taking of a job is lost with the connection. */
function losingFirstJob(pool: pg.Pool): { isLost: () => boolean } {
  let isLost = false;
  aroundStatements(pool, async ({ name }, query) => {
    const result = await query();
    if (isLost || !name?.startsWith('get_job') || result.rows.length === 0) return result;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  });
  return { isLost: () => isLost };
}

test('a job whose taking was recorded, but not answered, runs once, and those behind it in its queue, too', async () => {
  const portal = await testPortal({ template: 'empty' });
  const told: string[] = [];
  portal.world.outside.mail.send = ({ to }) => Promise.resolve(void told.push(to));
  const db = openDatabase(portal.pool.options.connectionString ?? '', { connections: 8, patience: 10_000 });
  const { isLost } = losingFirstJob(db.pool);
  const letter = (tx: Tx, to: string) => enqueueEffect(tx, sendLetterEffect, { to, subject: '', text: '' });
  await db.write((tx) => letter(tx, 'first'));
  await db.write((tx) => letter(tx, 'second'));
  const worker = await startWorker({ ...portal.world, db }, { lease: LEASE, pollInterval: 100 });
  onTestFinished(async () => {
    await worker.stop();
    await db.close();
  });
  await until(() => Promise.resolve(told.length >= 2));
  // Longer than a lease: what is known as running is not begun again.
  await pause(LEASE * 2);
  expect([isLost(), told.toSorted()]).toEqual([true, ['first', 'second']]);
});

test('a worker that ends waits until the end of its last job is recorded', async () => {
  const portal = await testPortal({ template: 'empty' });
  const db = openDatabase(portal.pool.options.connectionString ?? '', { connections: 8, patience: 10_000 });
  onTestFinished(() => db.close());
  aroundStatements(db.pool, async ({ name }, query) => {
    if (name?.startsWith('complete_job')) await pause(300);
    return query();
  });
  const { promise: isSent, resolve: sent } = Promise.withResolvers<undefined>();
  portal.world.outside.mail.send = () => {
    sent(undefined);
    return Promise.resolve();
  };
  await db.write((tx) => enqueueEffect(tx, sendLetterEffect, { to: 'a@example.com', subject: '', text: '' }));
  const worker = await startWorker({ ...portal.world, db }, { pollInterval: 100 });
  await isSent;
  await worker.stop();
  const { rows } = await portal.pool.query('select from graphile_worker.jobs where task_identifier = $1', [
    deliverMessageJob.name,
  ]);
  expect(rows).toEqual([]);
});

test('a job that our own trouble stops is tried again soon, however often', async () => {
  const portal = await testPortal({ template: 'empty' });
  const db = openDatabase(portal.pool.options.connectionString ?? '', { connections: 8, patience: 10_000 });
  let left = 0;
  const write: typeof db.write = (work) =>
    db.write(async (tx) => {
      const answer = await work(tx);
      // The commit of a primary that is gone.
      if ((left -= 1) >= 0) throw new Error('Connection terminated unexpectedly');
      return answer;
    });
  const worker = await startWorker({ ...portal.world, db: { ...db, write } }, { pollInterval: 100 });
  onTestFinished(async () => {
    await worker.stop();
    await db.close();
  });
  left = 4;
  const began = performance.now();
  await portal.world.db.write((tx) => addJob(tx, cleanUpJob, {}));
  await until(() => isCleanedUp(portal));
  // graphile-worker by itself waits for 2.7 seconds, then 7.4, 20, 55.
  expect([left < 0, performance.now() - began < 15_000]).toEqual([true, true]);
});

test('gateways that hang delay neither another gateway nor other work', async () => {
  const portal = await testPortal({ template: 'empty' });
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<undefined>();
  const heard: string[] = [];
  portal.world.outside.mail.send = async () => {
    await isLetGo;
    heard.push('mail');
  };
  portal.world.outside.messengers.telegram!.send = async () => {
    await isLetGo;
    heard.push('telegram');
    return 'sent';
  };
  portal.world.outside.sms.send = () => Promise.resolve(void heard.push('sms'));
  await portal.world.db.write(async (tx) => {
    for (let number = 0; number < 6; number += 1) {
      const to = String(number);
      await enqueueEffect(tx, sendLetterEffect, { to, subject: '', text: '' });
      await enqueueEffect(tx, sendChatMessageEffect, { messenger: 'telegram', to, text: '' });
    }
    await enqueueEffect(tx, sendTextMessageEffect, { to: '79270000184', text: '' });
    await addJob(tx, cleanUpJob, {});
  });
  await anotherWorker(portal);
  await until(() => isCleanedUp(portal));
  await until(() => Promise.resolve(heard.includes('sms')));
  expect(heard).toEqual(['sms']);
  letGo(undefined);
  await until(() => Promise.resolve(heard.length === 13));
});

test('receivers of events that answer slowly delay no other work', async () => {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<undefined>();
  let waiting = 0;
  const post = async () => {
    waiting += 1;
    await isLetGo;
    return { status: 200, waitMs: 0 };
  };
  const portal = await testPortal({
    template: 'empty',
    throughOutside: (outside) => ({ ...outside, webhooks: { refusal: () => undefined, sign: () => ({}), post } }),
  });
  const desk = staffDesk(portal);
  for (let number = 0; number < 5; number += 1) {
    const url = `https://example.ru/${number}`;
    await desk.ask(operatorContract.webhooks.add, { body: { name: `Учёт ${number}`, url } }, 'admin');
  }
  await portal.pool.query(`select note_change('contract.changed', 1, null, '{}')`);
  await portal.world.db.write((tx) => addJob(tx, orderEventsJob, {}));
  await anotherWorker(portal);
  await until(() => Promise.resolve(waiting === 5));
  await portal.world.db.write((tx) => addJob(tx, cleanUpJob, {}));
  await until(() => isCleanedUp(portal));
  letGo(undefined);
});

test('workers that have looked while another one took a job look again when it has one', async () => {
  const portal = await testPortal({ template: 'empty' });
  const { promise: areAtWork, resolve: allAtWork } = Promise.withResolvers<undefined>();
  let atWork = 0;
  const send = async () => {
    atWork += 1;
    // Mail and Telegram have two queues each.
    if (atWork === 4) allAtWork(undefined);
    await areAtWork;
  };
  portal.world.outside.mail.send = send;
  portal.world.outside.messengers.telegram!.send = () => send().then(() => 'sent');
  const { db } = portal.world;
  const letter = (tx: Tx, to: string) => enqueueEffect(tx, sendLetterEffect, { to, subject: '', text: '' });
  await db.write(async (tx) => {
    for (let number = 0; number < 6; number += 1) {
      await letter(tx, String(number));
      await enqueueEffect(tx, sendChatMessageEffect, { messenger: 'telegram', to: String(number), text: '' });
    }
  });
  await db.write(async (tx) => {
    // As the one that takes a job does.
    await tx.run(sql`select from graphile_worker._private_job_queues for update`);
    await anotherWorker(portal, { pollInterval: 3_600_000 });
    await pause(300);
  });
  // Announces itself, to one of them.
  await db.write((tx) => letter(tx, '6'));
  await areAtWork;
  await until(async () => (await portal.pool.query('select from graphile_worker.jobs')).rowCount === 0);
  expect(atWork).toBe(13);
});

test('a job keeps running once while all connections of its worker are cut', async () => {
  const portal = await testPortal({ template: 'empty' });
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<undefined>();
  let told = 0;
  portal.world.outside.mail.send = async () => {
    told += 1;
    await isLetGo;
  };
  await portal.world.db.write((tx) =>
    enqueueEffect(tx, sendLetterEffect, { to: 'a@example.com', subject: '', text: '' }),
  );
  await anotherWorker(portal, { lease: LONG_LEASE });
  await until(() => Promise.resolve(told === 1));
  await portal.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await anotherWorker(portal, { lease: LONG_LEASE });
  await until(() => addJobOfTheDead(portal).then(() => true));
  // Another worker has looked for dead workers by now.
  await until(() => isCleanedUp(portal));
  const toldMeanwhile = told;
  letGo(undefined);
  await until(async () => (await portal.pool.query(`select from outbox_effect where state = 'done'`)).rowCount === 1);
  expect([toldMeanwhile, told]).toEqual([1, 1]);
});

test('a worker that was away itself takes no other for dead', async () => {
  const portal = await testPortal({ template: 'empty' });
  const judged = (judge: string) =>
    portal.world.db.write(async (tx) => {
      await renewLease(tx, judge, 10);
      return freeJobsOfTheDead(tx, judge, 10);
    });
  await addJobOfTheDead(portal);
  await judged('one');
  await portal.pool.query(
    `update worker_lease set since = now() - interval '1 hour', seen_at = now() - interval '11 seconds'`,
  );
  expect(await judged('one')).toBe(0);
  await portal.pool.query(`update worker_lease set since = now() - interval '11 seconds'`);
  await portal.pool.query(
    `insert into worker_lease values ('killed', now() - interval '1 hour', now() - interval '9 seconds')`,
  );
  expect(await judged('one')).toBe(0);
  await portal.pool.query(`update worker_lease set seen_at = now() - interval '11 seconds' where worker_id = 'killed'`);
  expect(await judged('one')).toBe(1);
});

test('deletes expired rows and keeps those in use', async () => {
  const portal = await testPortal({ template: 'empty' });
  await portal.pool.query(`insert into rate_limit values ('old', '2026-11-18', 1), ('new', '2026-11-20', 1)`);
  await portal.world.db.write((tx) => addJob(tx, cleanUpJob, {}));
  await portal.work();
  const { rows } = await portal.pool.query('select bucket from rate_limit');
  expect(rows).toEqual([{ bucket: 'new' }]);
});

test("a job waits for its moment by the portal's clock", async () => {
  const portal = await testPortal({ template: 'empty' });
  const left = async () => (await portal.pool.query('select 1 from graphile_worker.jobs')).rowCount;
  const inAMinute = new Date(portal.clock.now().getTime() + 60_000);
  await portal.world.db.write((tx) => addJob(tx, cleanUpJob, {}, { runAt: inAMinute }));
  await portal.work();
  expect(await left()).toBe(1);
  portal.clock.advance(60_000);
  await portal.work();
  expect(await left()).toBe(0);
});

test('a job whose moment has not come by our clock waits for it, though the database is ahead', async () => {
  const portal = await testPortal({ template: 'empty' });
  const clock = { now: () => new Date(Date.now() - 3_600_000) };
  const moment = new Date(clock.now().getTime() + 1_000);
  const ran: Date[] = [];
  portal.world.outside.mail.send = () => Promise.resolve(void ran.push(clock.now()));
  await portal.world.db.write((tx) =>
    enqueueEffect(tx, sendLetterEffect, { to: 'a@example.com', subject: '', text: '' }, { runAt: moment }),
  );
  await anotherWorker(portal, { clock });
  await until(() => Promise.resolve(ran.length > 0));
  expect(ran).toHaveLength(1);
  expect(ran[0]!.getTime()).toBeGreaterThanOrEqual(moment.getTime());
});

test('after a clock that was years ahead, periodic jobs and jobs that were put off do not wait for those years', async () => {
  const portal = await testPortal({ template: 'empty' });
  await portal.world.db.write((tx) => addJob(tx, cleanUpJob, {}));
  await portal.pool.query(`
    update graphile_worker._private_jobs set run_at = now() + interval '4 years', updated_at = now() + interval '4 years'`);
  await portal.pool.query(`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('charge_days', now(), now() + interval '4 years')
    on conflict (identifier) do update set last_execution = excluded.last_execution`);
  await anotherWorker(portal);
  await until(() => isCleanedUp(portal));
  const { rowCount } = await portal.pool.query(
    'select from graphile_worker._private_known_crontabs where last_execution > now()',
  );
  expect(rowCount).toBe(0);
});

test('a clock that is set starts the worker again, whose timers waited for another minute', async () => {
  const portal = await testPortal({ template: 'empty' });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const workers = async () =>
    (await portal.pool.query<{ worker_id: string }>('select worker_id from worker_lease')).rows;
  await anotherWorker(portal);
  // One for messages, one for events, one for all the rest.
  await until(async () => (await workers()).length === 3);
  const first = (await workers()).map(({ worker_id }) => worker_id);
  vi.setSystemTime(Date.now() - 7_200_000);
  await until(async () => (await workers()).filter(({ worker_id }) => !first.includes(worker_id)).length === 3);
});
