import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../../test/database/database.ts';
import { openDatabase, type Database, type Tx } from './database.ts';
import type { LaneLimits } from './lanes.ts';
import { sql } from './sql.ts';
import { isTrouble } from './trouble.ts';

interface How {
  readonly inBatches?: boolean;
  readonly bySession?: boolean;
}

/** One connection each for writes and reads, so that each transaction reuses the previous one's connection. */
async function alone({ inBatches = true, bySession = true }: How = {}) {
  const server = inject('databaseUrl');
  const url = await cloneDatabase(server, TEMPLATES.demo);
  const db = openDatabase(url, { connections: 1, readers: 1, inBatches, ...(!bySession && { sessionUrl: url }) });
  onTestFinished(async () => {
    await db.close();
    await dropDatabase(server, url);
  });
  const named = (name: string) => db.read((tx) => tx.rows(sql`select from contract where client_name = ${name}`));
  return { db, url, namesLike: async (name: string) => (await named(name)).length };
}

const rename = (tx: Tx, name: string) =>
  tx.run(sql`update contract set client_name = ${name} where contract_id = 100001`);
const broken = (tx: Tx) => tx.one(sql`select ${'no number'}::text::integer as number`);

describe.each([
  ['in batches', {}],
  ['in batches, where no session keeps settings', { bySession: false }],
  ['one after the other, without private parts of node-postgres', { inBatches: false }],
  ['one after the other, where no session keeps settings', { inBatches: false, bySession: false }],
])('statements sent %s', (_, how: How) => {
  const inBatches = how.inBatches ?? true;

  test('statements that start together get separate results', async () => {
    const { db } = await alone(how);
    const ask = (tx: Tx) =>
      Promise.all([
        tx.one<{ n: number }>(sql`select ${1}::integer as n`),
        tx.rows<{ n: number }>(sql`select n from generate_series(1, 3) n`),
        rename(tx, 'a name'),
        tx.maybe(sql`select where false`),
      ]);
    const answers = [{ n: 1 }, [{ n: 1 }, { n: 2 }, { n: 3 }], 1, undefined];
    expect(await db.write(ask)).toEqual(answers);
    expect(await db.write(ask), 'parsed already').toEqual(answers);
  });

  test('a failed statement fails those behind it, and the connection stays usable', async () => {
    const { db, namesLike } = await alone(how);
    const settled = await new Promise<PromiseSettledResult<unknown>[]>((resolve) => {
      void db
        .write(async (tx) => {
          const all = await Promise.allSettled([rename(tx, 'before'), broken(tx), tx.run(sql`select 1`)]);
          resolve(all);
          throw new Error('refused');
        })
        .catch(() => undefined);
    });
    expect(settled).toMatchObject([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: { code: '22P02' } },
      // PostgreSQL itself refuses a statement sent after the failure.
      { status: 'rejected', reason: { code: inBatches ? '22P02' : '25P02' } },
    ]);
    expect(await namesLike('before')).toBe(0);
    expect(await db.write((tx) => Promise.all([rename(tx, 'after'), tx.run(sql`select 1`)]))).toEqual([1, 1]);
    expect(await namesLike('after')).toBe(1);
  });

  test('a value that cannot be represented exactly fails alone', async () => {
    const { db } = await alone(how);
    const [large, small] = await db.read((tx) =>
      Promise.allSettled([tx.one(sql`select 9007199254740993::bigint as n`), tx.one(sql`select 2::bigint as n`)]),
    );
    expect(large).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) as RangeError });
    expect(small).toEqual({ status: 'fulfilled', value: { n: 2 } });
  });

  test('a value that cannot be serialised fails alone, and its statement can be sent again', async () => {
    const { db } = await alone(how);
    const echo = (tx: Tx, value: unknown) => tx.one(sql`select ${value}::jsonb as value`);
    const settled = await db.read((tx) => Promise.allSettled([echo(tx, { large: 1n }), tx.one(sql`select 2 as n`)]));
    expect(settled).toMatchObject([
      { status: 'rejected', reason: expect.any(TypeError) as TypeError },
      { status: 'fulfilled', value: { n: 2 } },
    ]);
    expect(await db.read((tx) => echo(tx, { small: 1 }))).toEqual({ value: { small: 1 } });
  });

  test('work that fails before its first statement leaves no transaction open', async () => {
    const { db } = await alone(how);
    await expect(db.read(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(await db.write((tx) => rename(tx, 'after'))).toBe(1);
  });

  test('a statement just started when the work fails is rolled back', async () => {
    const { db, namesLike } = await alone(how);
    const work = db.write(async (tx) => {
      await tx.run(sql`select 1`);
      await Promise.all([rename(tx, 'begun'), Promise.reject(new Error('refused'))]);
    });
    await expect(work).rejects.toThrow('refused');
    expect(await namesLike('begun')).toBe(0);
  });

  test('a part that continues after another part has failed the transaction writes nothing', async () => {
    const { db, namesLike } = await alone(how);
    let late: Promise<unknown> | undefined;
    const work = db.write((tx) => {
      late = pause(20).then(() => rename(tx, 'late'));
      return Promise.all([late, Promise.reject(new Error('refused'))]);
    });
    await expect(work).rejects.toThrow('refused');
    await expect(late).rejects.toThrow('The transaction is over');
    expect(await namesLike('late')).toBe(0);
  });

  test('a pipelined read answers statements sent at once, and leaves no transaction open', async () => {
    const { db } = await alone(how);
    const ask = (tx: Tx) => Promise.all([tx.one(sql`select ${1}::integer as n`), tx.one(sql`select 2 as n`)]);
    expect(await db.readPipelined(ask)).toEqual({ answer: [{ n: 1 }, { n: 2 }] });
    expect(await db.readPipelined(() => Promise.resolve('nothing asked'))).toEqual({ answer: 'nothing asked' });
    expect(await db.write((tx) => rename(tx, 'after'))).toBe(1);
  });

  test('a pipelined read uses one snapshot: a commit between two of its statements is invisible to both', async () => {
    const { db } = await alone(how);
    const name = sql`select client_name as name from contract where contract_id = 100001`;
    const [before] = (await db.readPipelined((tx) => Promise.all([tx.one(name)])))?.answer ?? [];
    const looking = db.readPipelined((tx) =>
      Promise.all([tx.one(name), tx.one(sql`select pg_sleep(0.5)`), tx.one(name)]),
    );
    await pause(100);
    await db.write((tx) => rename(tx, 'meanwhile'));
    expect((await looking)?.answer).toEqual([before, { pg_sleep: '' }, before]);
    expect(await db.readPipelined((tx) => tx.one(name))).toEqual({ answer: { name: 'meanwhile' } });
  });

  test('a connection that the server ends during a pipelined read is not reused', async () => {
    const { db } = await alone(how);
    const end = (tx: Tx) => tx.one(sql`select pg_terminate_backend(pg_backend_pid())`);
    await expect(db.readPipelined(end)).rejects.toMatchObject({ code: '57P01' });
    expect(await db.readPipelined((tx) => tx.one(sql`select 1 as n`))).toEqual({ answer: { n: 1 } });
  });

  test('a failed statement fails its pipelined read, and the connection stays usable', async () => {
    const { db, namesLike } = await alone(how);
    await expect(db.readPipelined((tx) => rename(tx, 'written'))).rejects.toMatchObject({ code: '25006' });
    await expect(db.readPipelined((tx) => broken(tx))).rejects.toMatchObject({ code: '22P02' });
    await expect(db.readPipelined(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(await db.write((tx) => rename(tx, 'after'))).toBe(1);
    expect(await namesLike('after')).toBe(1);
  });

  test('every transaction has the limits and settings of the portal', async () => {
    const { db } = await alone(how);
    const kept = (tx: Tx) =>
      tx.one(sql`select current_setting('statement_timeout') as most, current_setting('TimeZone') as zone,
        current_setting('plan_cache_mode') as plans, current_setting('transaction_read_only') as only`);
    const usual = { most: '10s', zone: 'UTC', plans: 'force_generic_plan' };
    expect(await db.write(kept)).toEqual({ ...usual, only: 'off' });
    expect(await db.read(kept)).toEqual({ ...usual, only: 'on' });
    expect(await db.readPipelined(kept)).toEqual({ answer: { ...usual, only: 'on' } });
  });
});

test('where no session keeps settings, none stays in a session', async () => {
  const { db } = await alone({ bySession: false });
  await db.write((tx) => tx.run(sql`select 1`));
  await db.readPipelined((tx) => tx.one(sql`select 1 as n`));
  const settings = `select current_setting('statement_timeout') as most, current_setting('transaction_isolation') as isolation`;
  const left = { most: '0', isolation: 'read committed' };
  expect((await db.pool.query(settings)).rows).toEqual([left]);
  expect((await db.readingPool.query(settings)).rows).toEqual([left]);
});

/** No read counts as slow, as any may on a busy machine. */
const PATIENT: LaneLimits = { slow: 60_000, longestWait: 60_000 };

describe('pipelined reads at once', () => {
  const second = sql`select ${2}::integer as n`;
  test('share two connections, and each keeps its own answer', async () => {
    const db = await crowd(PATIENT);
    const pids = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const read = await db.readPipelined((tx) =>
          tx.one<{ n: number; pid: number }>(sql`select ${n}::integer as n, pg_backend_pid() as pid`),
        );
        expect(read?.answer.n).toBe(n);
        return read?.answer.pid;
      }),
    );
    expect(new Set(pids).size).toBe(2);
    expect(db.readingPool.idleCount, 'returned').toBe(db.readingPool.totalCount);
  });

  test('a read behind slow ones soon takes a connection of its own', async () => {
    const db = await crowd();
    const held = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock_shared(7)`);
    let slow: Promise<unknown> | undefined;
    await db.write(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(7)`);
      slow = Promise.all(Array.from({ length: 4 }, () => db.readPipelined(held)));
      expect(await db.readPipelined((one) => one.one(second))).toEqual({ answer: { n: 2 } });
    });
    await slow;
  });

  test('no read takes its place behind one that has been slow for a while', async () => {
    const db = await crowd();
    const held = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock_shared(7)`);
    let slow: Promise<unknown> | undefined;
    await db.write(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(7)`);
      slow = Promise.all([db.readPipelined(held), db.readPipelined(held)]);
      await pause(150);
      expect(await db.readPipelined((one) => one.one(second))).toEqual({ answer: { n: 2 } });
    });
    await slow;
  });

  test('in a crowd that moves, each read waits for its turn, however long the queue is', async () => {
    const db = await crowd(PATIENT);
    const backend = (tx: Tx) => tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid from pg_sleep(0.02)`);
    const answers = await Promise.all(Array.from({ length: 40 }, () => db.readPipelined(backend)));
    expect(new Set(answers.map((read) => read?.answer.pid)).size).toBe(2);
  });

  test('a failed read does not fail the one that waits on the same connection', async () => {
    const db = await crowd();
    const failing = db.readPipelined((tx) => Promise.all([broken(tx), tx.one(second)]));
    const between = db.readPipelined((tx) => tx.run(sql`select 1`));
    // The statement of the failed read is not parsed, so its turn gives no answer, and the caller reads as usual.
    const behind = db.readPipelined((tx) => tx.one(second));
    await expect(failing).rejects.toMatchObject({ code: '22P02' });
    await between;
    expect(await behind).toBeUndefined();
    expect(await db.readPipelined((tx) => tx.one(second))).toEqual({ answer: { n: 2 } });
  });

  test('a connection that the server ends takes no further read', async () => {
    const db = await crowd();
    const end = db.readPipelined((tx) => tx.one(sql`select pg_terminate_backend(pg_backend_pid())`));
    const others = Array.from({ length: 8 }, () => db.readPipelined((tx) => tx.one(second)));
    // The word of the server, or the closed socket, whichever comes first.
    await expect(end).rejects.toSatisfy(isTrouble);
    const settled = await Promise.allSettled(others);
    expect(settled.filter(({ status }) => status === 'rejected').length, 'at most the one behind it').toBeLessThan(2);
    expect(await db.readPipelined((tx) => tx.one(second))).toEqual({ answer: { n: 2 } });
  });
});

/** Six connections for reads, as in a process of the portal. */
async function crowd(laneLimits: Partial<LaneLimits> = {}): Promise<Database> {
  const { url } = await alone();
  const db = openDatabase(url, { connections: 1, laneLimits });
  onTestFinished(() => db.close());
  return db;
}

test('work that sends a statement after its pipelined read gets no result, even if it catches the error', async () => {
  const { db } = await alone();
  const one = sql`select 1 as n`;
  expect(await db.readPipelined(async (tx) => [await tx.one(one), await tx.one(one)])).toBeUndefined();
  expect(
    await db.readPipelined(async (tx) => [await tx.one(one), await tx.one(one).catch(() => 'held')]),
  ).toBeUndefined();
});

test.each([
  ['2026-11-22 05:29:28.123999+00', '2026-11-22T05:29:28.123Z'],
  ['2026-11-22 05:29:28.5+00', '2026-11-22T05:29:28.500Z'],
  ['2026-11-22 05:29:28+00', '2026-11-22T05:29:28.000Z'],
])('reads the moment %s as %s', async (moment, told) => {
  const { db } = await alone();
  expect(await db.read((tx) => tx.one(sql`select ${moment}::timestamptz as at`))).toEqual({ at: told });
});

test('a moment is the same in a session with another zone', async () => {
  const { db } = await alone();
  const at = await db.write(async (tx) => {
    await tx.run(sql`set local timezone to 'Europe/Samara'`);
    return tx.one(sql`select '2026-11-22 05:29:28.5+00'::timestamptz as at`);
  });
  expect(at).toEqual({ at: '2026-11-22T05:29:28.500Z' });
});

test('rows follow the current columns of a statement, even if an older connection had others', async () => {
  const { db, url } = await alone();
  await db.pool.query('create table changed as select 1 as value');
  const valueOn = (on: Database) => on.read((tx) => tx.one(sql`select value from changed`));
  expect([await valueOn(db), await valueOn(db)]).toEqual([{ value: 1 }, { value: 1 }]);
  await db.pool.query('alter table changed alter value type text');
  const newer = openDatabase(url, { connections: 1 });
  onTestFinished(() => newer.close());
  expect(await valueOn(newer)).toEqual({ value: '1' });
});

test('reads continue while writes hold all connections of their pool', async () => {
  const { db, namesLike } = await alone();
  await db.write(async (tx) => {
    await rename(tx, 'held');
    expect(await namesLike('held')).toBe(0);
  });
  expect(await namesLike('held')).toBe(1);
});
