import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { MOST_CONNECTIONS } from '../../server/src/db/pools/connections.ts';
import { openDatabase, type Tx } from '../../server/src/db/database.ts';
import { refusalOfAddresses } from '../../server/src/db/reach.ts';
import { sql } from '../../server/src/db/sql.ts';
import { tryStandby } from '../../server/src/db/standby/trial.ts';
import { cloneDatabase, databaseAt, nameOf, startTestServer, TEMPLATES } from '../../server/test/database/database.ts';
import { openPortal, portalOn } from '../../server/test/portal/open-portal.ts';
import { becomesReady, endOf, freePorts, runOperator, spawnServer } from '../../server/test/process/process.ts';
import { freePort, openFolder } from '../mail/folder.ts';
import { INSTALLED, newestPgbouncer } from './newest.mjs';
import { startPooler } from './pooled.ts';

const PASSWORD = 'the-role-behind-the-pooler';
const stops: (() => Promise<unknown>)[] = [];
let direct: string;

beforeAll(async () => {
  const tcpPort = await freePort();
  const database = await startTestServer({ tcpPort });
  stops.push(() => database.stop());
  const url = await cloneDatabase(database.url, TEMPLATES.demo);
  const owner = new pg.Client({ connectionString: databaseAt(database.url, nameOf(url)) });
  await owner.connect();
  await owner.query(`create role pooled login superuser password '${PASSWORD}'`);
  await owner.end();
  direct = `postgresql://pooled:${PASSWORD}@127.0.0.1:${tcpPort}/${nameOf(url)}`;
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function asOwner(statement: string, url = direct): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The address of the database through Debian's PgBouncer with these settings. */
const pooled = (...settings: readonly string[]): Promise<string> => through(INSTALLED, settings);

/** The same through one that keeps the names of prepared statements. */
const pooledByNewest = async (...settings: readonly string[]): Promise<string> =>
  through(await newestPgbouncer(), settings);

async function through(program: string, settings: readonly string[]): Promise<string> {
  const pooler = await startPooler(direct, program, settings);
  stops.push(() => pooler.stop());
  return pooler.url;
}

test('PostgreSQL itself keeps every session', async () => {
  expect(await refusalOfAddresses({ url: direct })).toBeUndefined();
});

describe('by sessions', () => {
  test('the portal works, its limits, snapshots and notifications included', async () => {
    const url = await pooled('pool_mode = session', 'default_pool_size = 30');
    expect(await refusalOfAddresses({ url })).toBeUndefined();
    const portal = await openPortal(url);
    onTestFinished(() => portal.close());
    const { status, body } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_001);
    expect([status, body.length > 0]).toEqual([200, true]);
    const settings = await portal.world.db.pool.query(
      `select current_setting('statement_timeout') as most, current_setting('TimeZone') as zone`,
    );
    expect(settings.rows).toEqual([{ most: '10s', zone: 'UTC' }]);
  });

  test.each([
    ['one', 1],
    ['one less than a process needs', MOST_CONNECTIONS - 1],
  ])('a pool of %s is told as too small', async (_, size) => {
    const url = await pooled('pool_mode = session', `default_pool_size = ${size}`);
    expect(await refusalOfAddresses({ url })).toMatch(/не открылись за 5 с: вместе их до 12.*default_pool_size/);
  });

  test('a pool of twelve is enough for a process', async () => {
    const url = await pooled('pool_mode = session', `default_pool_size = ${MOST_CONNECTIONS}`);
    expect(await refusalOfAddresses({ url })).toBeUndefined();
  });

  test.each(['transaction', 'statement'])('a pool by %s is refused with what helps', async (mode) => {
    const url = await pooled(`pool_mode = ${mode}`, 'ignore_startup_parameters = options');
    expect(await refusalOfAddresses({ url })).toMatch(
      /^настройка DATABASE_URL неверна: соединение не держит за собой сеанс PostgreSQL\. Так бывает за пулом .*pool_mode = session.*DATABASE_SESSION_URL/,
    );
    const rows = await asOwner(`select current_setting('statement_timeout') as most`, url);
    expect(rows, 'the trial leaves nothing in its sessions').toEqual([{ most: '0' }]);
  });
});

describe('by transactions', () => {
  /** Four sessions of PostgreSQL for all connections. */
  const FEW = ['pool_mode = transaction', 'default_pool_size = 4', 'max_prepared_statements = 500'];

  async function opened() {
    const url = await pooledByNewest(...FEW);
    const db = openDatabase(url, { sessionUrl: direct, patience: 10_000 });
    onTestFinished(() => db.close());
    return { url, db };
  }
  const refusal = (url: string) => refusalOfAddresses({ url, sessionUrl: direct });

  test('the portal works with fewer sessions than connections', async () => {
    const { url, db } = await opened();
    expect(await refusal(url)).toBeUndefined();
    const owner = new pg.Pool({ connectionString: direct, max: 2 });
    const portal = await portalOn({ ...db, owner });
    onTestFinished(async () => {
      await portal.close();
      await owner.end();
    });
    const list = () => portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_001);
    const first = await list();
    expect([first.status, first.body.length > 0]).toEqual([200, true]);
    const all = await Promise.all(Array.from({ length: 100 }, list));
    expect(all.filter(({ status, body }) => status !== 200 || body.length !== first.body.length)).toEqual([]);
  });

  test('a process migrates an empty database, serves, and carries out jobs at once', { timeout: 120_000 }, async () => {
    const empty = databaseAt(direct, 'pooled');
    await asOwner(`create database pooled`);
    const pooler = new URL(await pooledByNewest(...FEW));
    pooler.pathname = '/pooled';
    const [PORT, METRICS_PORT] = (await freePorts(2)).map(String) as [string, string];
    const folder = await openFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const settings = {
      ...{ DATABASE_URL: pooler.href, DATABASE_SESSION_URL: empty, SERVICE_SECRET_KEY: '5e'.repeat(32) },
      ...{ KABINET_DATA: folder, KABINET_DEMO: 'on', PORT, METRICS_PORT, FISCAL: 'none', ACQUIRER: 'absent' },
    };
    const child = spawnServer(settings);
    let output = '';
    const ended = endOf(child, (part) => (output += part));
    onTestFinished(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    await becomesReady(child, `http://127.0.0.1:${PORT}`, () => output);
    const left = () => asOwner(`select 1 from graphile_worker.jobs where key = 'charge'`, empty);
    const took = async () => {
      const began = performance.now();
      await asOwner(`select graphile_worker.add_job('charge', job_key => 'charge')`, empty);
      await expect.poll(async () => (await left()).length, { interval: 50, timeout: 10_000 }).toBe(0);
      return performance.now() - began;
    };
    await took();
    // Workers that hear nothing have just looked, and look again after two seconds.
    expect(Math.min(await took(), await took())).toBeLessThan(1500);
    expect((await runOperator(['ledger', 'verify'], settings)).code).toBe(0);
  });

  test('each transaction has its limits and its snapshot, and keeps its answers to itself', async () => {
    const { url, db } = await opened();
    const ask = (n: number) => (tx: Tx) =>
      Promise.all([
        tx.one(sql`select ${n}::integer as n, current_setting('statement_timeout') as most`),
        tx.one(
          sql`select ${n}::integer as n, current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as only`,
        ),
      ]);
    const broken = (tx: Tx) => tx.one(sql`select ${'no number'}::text::integer as number`);
    const read = { isolation: 'repeatable read', only: 'on' };
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const most = { n, most: '10s' };
        expect(await db.write(ask(n))).toEqual([most, { n, isolation: 'read committed', only: 'off' }]);
        expect(await db.read(ask(n))).toEqual([most, { n, ...read }]);
        // Behind a failed one its statements may be unparsed; then the caller reads as usual.
        const pipelined = await db.readPipelined(ask(n));
        if (pipelined) expect(pipelined.answer).toEqual([most, { n, ...read }]);
        if (n % 10 === 0) await expect(db.readPipelined(broken)).rejects.toMatchObject({ code: '22P02' });
        if (n % 10 === 5) await expect(db.write(broken)).rejects.toMatchObject({ code: '22P02' });
      }),
    );
    const others = new pg.Pool({ connectionString: url, max: 8 });
    onTestFinished(() => others.end());
    const left = await Promise.all(
      Array.from({ length: 8 }, () =>
        others.query(
          `select current_setting('statement_timeout') as most, current_setting('default_transaction_read_only') as only from pg_sleep(0.05)`,
        ),
      ),
    );
    expect(left.map(({ rows }) => rows[0] as unknown)).toEqual(Array(8).fill({ most: '0', only: 'off' }));
  });

  test('notifications and signals are heard', async () => {
    const { db } = await opened();
    const heard: string[] = [];
    const channel = db.listen('trial', { hear: (payload) => heard.push(payload), missed: () => undefined });
    const signals = db.followSignals({ hear: (payloads) => heard.push(...payloads), missed: () => undefined });
    onTestFinished(async () => {
      await Promise.all([channel.end(), signals.end()]);
    });
    await Promise.all([channel.begun, signals.begun]);
    await db.write(async (tx) => {
      await tx.run(sql`select pg_notify('trial', 'notified')`);
      await tx.run(sql`select send_signal(${'{"signal": true}'}::jsonb)`);
    });
    await expect.poll(() => heard.length, { timeout: 5000 }).toBe(2);
    expect(heard).toContain('notified');
  });

  test('a session that ends loses no answer, and nothing happens twice', async () => {
    const { db } = await opened();
    const owner = new pg.Client({ connectionString: direct });
    await owner.connect();
    onTestFinished(() => owner.end());
    await owner.query('create table paid (n integer primary key)');
    const stop = new AbortController();
    const ending = (async () => {
      while (!stop.signal.aborted) {
        await pause(100);
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'disabled' order by state = 'active' desc, random() limit 2`,
        );
      }
    })();
    const pay = async (n: number) => {
      await pause(n * 5);
      return db
        .write((tx) => tx.run(sql`insert into paid (n) select ${n}::integer from pg_sleep(0.01)`))
        .then(
          () => [n],
          () => [],
        );
    };
    const answered = (await Promise.all(Array.from({ length: 600 }, (_, n) => pay(n)))).flat();
    stop.abort();
    await ending;
    const { rows } = await owner.query<{ n: number }>('select n from paid');
    const paid = new Set(rows.map(({ n }) => n));
    expect(answered.filter((n) => !paid.has(n))).toEqual([]);
    expect([answered.length > 100, answered.length < 600], 'some were cut off').toEqual([true, true]);
    // The last connections that were cut off are found broken by whoever takes them.
    const asked = () => db.write((tx) => tx.one(sql`select 1 as n`)).catch(() => undefined);
    await expect.poll(asked).toEqual({ n: 1 });
  });

  test.each([
    [
      'without names of prepared statements',
      ['pool_mode = transaction', 'max_prepared_statements = 0'],
      /теряет имена подготовленных запросов: нужен PgBouncer 1\.21/,
    ],
    ['by statements', ['pool_mode = statement'], /не даёт транзакций: задайте ему pool_mode = transaction/],
    [
      'with fewer connections than a process opens',
      [...FEW, `max_client_conn = ${MOST_CONNECTIONS - 2}`],
      /вместе их до 12.*max_client_conn/,
    ],
    [
      'with one session',
      ['pool_mode = transaction', 'default_pool_size = 1', 'max_prepared_statements = 500'],
      /не открылись за 5 с/,
    ],
  ])('a pool %s is refused', async (_, settings, reason) => {
    expect(await refusal(await pooledByNewest(...settings))).toMatch(reason);
  });

  test('the address for sessions must keep them, and lead to the same database by the same role', async () => {
    const url = await pooledByNewest(...FEW);
    expect(await refusalOfAddresses({ url, sessionUrl: url })).toMatch(
      /^настройка DATABASE_SESSION_URL неверна: соединение не держит за собой сеанс/,
    );
    const other = databaseAt(direct, 'postgres');
    expect(await refusalOfAddresses({ url, sessionUrl: other })).toBe(
      'настройка DATABASE_SESSION_URL неверна: там не база из DATABASE_URL',
    );
  });

  test('it is refused in front of a standby, whose reads ask first how far it has come', async () => {
    expect((await tryStandby(await pooledByNewest(...FEW), direct)).refusal).toMatch(
      /^настройка DATABASE_READ_URL неверна: соединение не держит за собой сеанс/,
    );
  });
});
