import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../../test/database/database.ts';
import { openDatabase } from '../database.ts';
import { sql } from '../sql.ts';
import { pauseBeforeFollowing } from './signals.ts';

/** A follower, with all that it has heard. */
async function following() {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES.empty);
  const db = openDatabase(url, { connections: 3, readers: 1 });
  const heard: string[] = [];
  let lost = 0;
  const followed = db.followSignals({
    hear: (payloads) => {
      heard.push(...payloads.map((payload) => String((JSON.parse(payload) as { what: unknown }).what)));
    },
    missed: () => {
      lost += 1;
    },
  });
  onTestFinished(async () => {
    await followed.end();
    await db.close();
    await dropDatabase(server, url);
  });
  await followed.begun;
  const send = (what: string) =>
    db.write((tx) => tx.run(sql`select send_signal(jsonb_build_object('what', ${what}::text))`));
  const count = async () => {
    const { rows } = await db.pool.query<{ count: number }>('select count(*)::integer as count from signal');
    return rows[0]?.count;
  };
  return { db, heard, send, count, lostTimes: () => lost };
}

test('what has committed is heard once, also when its transaction began before and ended after others', async () => {
  const { db, heard, send, lostTimes } = await following();
  const long = await db.pool.connect();
  await long.query(`begin; select send_signal('{"what": "long"}')`);
  await send('short');
  await expect.poll(() => heard).toEqual(['short']);
  await long.query('commit');
  long.release();
  await expect.poll(() => heard).toEqual(['short', 'long']);
  await send('last');
  await expect.poll(() => heard).toEqual(['short', 'long', 'last']);
  expect(lostTimes()).toBe(0);
});

test('a text is heard once for a transaction, and nothing of one that is rolled back', async () => {
  const { db, heard, send } = await following();
  await db.write((tx) => tx.run(sql`select send_signal('{"what": "thrice"}') from generate_series(1, 3)`));
  const failing = db.write(async (tx) => {
    await tx.run(sql`select send_signal('{"what": "never"}')`);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await send('last');
  await expect.poll(() => heard).toEqual(['thrice', 'last']);
});

test('what everybody could read a minute ago is forgotten, and nothing that somebody still has to hear', async () => {
  const { db, heard, send, count } = await following();
  await send('old');
  await expect.poll(() => heard).toEqual(['old']);
  const long = await db.pool.connect();
  await long.query(`begin; select send_signal('{"what": "long"}')`);
  const minutePasses = () => db.pool.query(`update signal_life set marked_at = now() - interval '1 minute'`);
  const forget = async () => {
    await minutePasses();
    await db.pool.query('select forget_signals()');
  };
  // The first time marks what is visible, the second one forgets what was.
  const isForgotten = async () => {
    await forget();
    return count();
  };
  // Transactions of other databases of this server hold it up, too.
  await expect.poll(isForgotten).toBe(0);
  await long.query('commit');
  long.release();
  await forget();
  expect(await count()).toBe(1);
  await expect.poll(() => heard).toEqual(['old', 'long']);
  await expect.poll(isForgotten).toBe(0);
});

test('after a crash of the database the follower knows that signals were lost, once', async () => {
  const { db, heard, send, lostTimes } = await following();
  await db.pool.query('truncate signal, signal_life');
  await expect.poll(lostTimes).toBe(1);
  await send('after');
  await expect.poll(() => heard).toEqual(['after']);
  await pause(300);
  expect([lostTimes(), heard]).toEqual([1, ['after']]);
});

test('however long PostgreSQL was away, its signals are followed again three seconds after it is back', () => {
  const pauses = Array.from({ length: 100 }, (_, failures) => pauseBeforeFollowing(failures));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(3000);
  expect(pauses[0]).toBeLessThanOrEqual(300);
});
