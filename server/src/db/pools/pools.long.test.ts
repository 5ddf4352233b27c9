import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../../test/database/database.ts';
import { openDatabase, type DatabaseOptions } from '../database.ts';
import { sql } from '../sql.ts';
import { OF_JOBS } from './connections.ts';
import { inStart, openFirst } from './first-connections.ts';

async function opened(options: DatabaseOptions) {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES.empty);
  const db = openDatabase(url, options);
  onTestFinished(async () => {
    await db.close();
    await dropDatabase(server, url);
  });
  const sleep = (seconds: number) => db.write((tx) => tx.run(sql`select pg_sleep(${seconds})`));
  return { db, sleep };
}

test('a lease is renewed while slow jobs hold all connections that they may have', async () => {
  const { db, sleep } = await opened({ ...OF_JOBS, patience: 3000 });
  let isOneOver = false;
  const slow = Promise.all(
    Array.from({ length: 6 }, async () => {
      await sleep(1);
      isOneOver = true;
    }),
  );
  await pause(50);
  await db.writeFirst((tx) => tx.run(sql`select 1`));
  expect(isOneOver).toBe(false);
  await slow;
});

test('jobs read on the connections by which they write', async () => {
  const { db } = await opened(OF_JOBS);
  expect(await db.read((tx) => tx.one(sql`select current_setting('transaction_read_only') as only`))).toEqual({
    only: 'on',
  });
  expect(await db.readPipelined((tx) => tx.one(sql`select 1 as n`))).toEqual({ answer: { n: 1 } });
  expect([db.readingPool === db.pool, db.pool.totalCount]).toEqual([true, 1]);
});

test('long reads leave two connections to changes, and wait for each other', async () => {
  const { db, sleep } = await opened({ connections: 3, readers: 1, patience: 1000 });
  const reads = Array.from({ length: 3 }, () => db.readLong((tx) => tx.run(sql`select pg_sleep(0.7)`)));
  await pause(50);
  await Promise.all([sleep(0.01), sleep(0.01)]);
  expect(await Promise.all(reads)).toEqual([1, 1, 1]);
});

test('all channels of a process are heard on one connection', async () => {
  const warnings: string[] = [];
  process.on('warning', ({ message }) => void warnings.push(message));
  const { db } = await opened({ connections: 1, readers: 1 });
  const heard: string[] = [];
  const listen = (channel: string) =>
    db.listen(channel, { hear: (payload) => void heard.push(`${channel}: ${payload}`), missed: () => undefined });
  const [first, second] = [listen('one'), listen('two')];
  await Promise.all([first.begun, second.begun]);
  const third = listen('Three');
  await third.begun;
  // The next driver will refuse a statement on a connection that is busy; this one warns.
  const more = ['four', 'five', 'six', 'seven'].map(listen);
  await Promise.all(more.map(({ begun }) => begun));
  expect(warnings).toEqual([]);
  const others = sql`
    select count(*)::integer as number from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
  expect(await db.read((tx) => tx.one(others))).toEqual({ number: 1 });
  await second.end();
  const tell = sql`select pg_notify('one', '1'), pg_notify('two', '2'), pg_notify('Three', '3')`;
  await db.write((tx) => tx.run(tell));
  await expect.poll(() => heard).toEqual(['one: 1', 'Three: 3']);
  await Promise.all([first, third, ...more].map((one) => one.end()));
});

test('a start waits longer for its first connections than a call does', async () => {
  const { db, sleep } = await opened({ connections: 1, readers: 1, patience: 100 });
  const busy = sleep(0.7);
  await pause(50);
  await expect(openFirst([db.pool], 0)).rejects.toThrow('timeout');
  await openFirst([db.pool, db.readingPool]);
  await busy;
  expect([db.pool.idleCount, db.readingPool.idleCount]).toEqual([1, 1]);
});

test('what a start writes waits for a connection, too; another failure is told at once', async () => {
  const { db, sleep } = await opened({ connections: 1, readers: 1, patience: 100 });
  const busy = sleep(0.7);
  await pause(50);
  const one = () => db.write((tx) => tx.one(sql`select 1 as n`));
  await expect(one()).rejects.toThrow('timeout');
  expect(await inStart(one)).toEqual({ n: 1 });
  await busy;
  let tries = 0;
  const wrong = () => {
    tries += 1;
    return Promise.reject(new Error('of another kind'));
  };
  await expect(inStart(wrong)).rejects.toThrow('another kind');
  expect(tries).toBe(1);
});
