import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { openDatabase } from '../server/src/db/database.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { TO_STANDBY } from '../server/src/db/pools/connections.ts';
import { tryStandby } from '../server/src/db/standby/trial.ts';
import { seedDemo } from '../server/seeds/demo.ts';
import { databaseAt } from '../server/test/database/database.ts';
import { portalOn } from '../server/test/portal/open-portal.ts';
import { TERMINAL } from '../server/test/portal/payment-agents.ts';
import { START } from '../server/test/portal/start.ts';
import { primaryAndStandby, type Cluster } from './radius/clusters.ts';

// Two processes of a portal read on a standby that follows by streaming. One test after the other.

const DATABASE = 'test_standby';
/** Bytes of a value that is written so often a second: ten megabytes a second. */
const [VALUE_BYTES, TIMES_A_SECOND] = [1_000_000, 10];
const SECONDS = 8;

let primary: Cluster;
let standby: Cluster;
let url: string;
let standbyUrl: string;
let load: pg.Client;
let portals: Process[];
let accountNo: string;
const ends: (() => Promise<unknown>)[] = [];

type Process = Awaited<ReturnType<typeof openProcess>>;

async function openProcess() {
  const db = openDatabase(url, { connections: 4, standby: { url: standbyUrl, connections: TO_STANDBY.portal } });
  const portal = await portalOn({ ...db, owner: db.pool }, { agents: TERMINAL });
  ends.push(
    () => db.close(),
    () => portal.close(),
  );
  return { portal, results: () => ({ ...db.standbyResults! }) };
}

beforeAll(async () => {
  ({ primary, standby } = await primaryAndStandby());
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`create database ${DATABASE}`);
  await client.end();
  [url, standbyUrl] = [databaseAt(primary.url, DATABASE), databaseAt(standby.url, DATABASE)];
  await migrate(url);
  const db = openDatabase(url);
  await seedDemo(db.pool, { now: START, company: 'small' });
  await db.close();
  load = new pg.Client({ connectionString: url });
  await load.connect();
  await load.query('create table written (value text storage external)');
  const { rows } = await load.query<{ account_no: string }>(
    `select account_no from account where contract_id = 100001 and kind = 'i'`,
  );
  accountNo = rows[0]!.account_no;
  portals = [await openProcess(), await openProcess()];
  ends.push(() => load.end());
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await standby.close();
  await primary.close();
});

/** On the standby itself, as a superuser. */
async function onStandby(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: standbyUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The balance at the end of the month, in kopecks, as the table of months tells it. */
async function closing({ portal }: Process): Promise<number> {
  const { status, body } = await portal.send(contract.internetAccount.statTotal, { query: {} }, 100_001);
  expect(status).toBe(200);
  const [month] = (body as { items: { closing: string }[] }).items;
  return Math.round(Number(month?.closing) * 100);
}

let paid = 0;
async function pay({ portal }: Process): Promise<void> {
  paid += 1;
  const query = { command: 'pay', txn_id: String(paid), txn_date: '20261121120000', account: accountNo, sum: '10.00' };
  const reply = await portal.inject({ url: '/gateway/osmp', query, remoteAddress: '127.0.0.1' });
  expect(reply.body).toContain('<result>0</result>');
}

const served = () => portals.map(({ results }) => results().served).reduce((sum, one) => sum + one, 0);

test('a standby is accepted; the primary and a server that is away are told, another database is refused', async () => {
  expect(await tryStandby(standbyUrl, url)).toEqual({});
  expect((await tryStandby(url, url)).warning).toMatch(/сейчас не резервный/);
  expect((await tryStandby(standby.url, url)).refusal).toMatch(/DATABASE_READ_URL неверна: там не копия базы/);
  expect((await tryStandby(databaseAt(standby.url, 'no_such'), url)).refusal).toMatch(/нет базы no_such/);
  expect((await tryStandby('postgresql://kabinet@127.0.0.1:1/kabinet', url)).warning).toMatch(/недоступна/);
});

/** Pays and looks in both processes, and remembers what was seen last. */
async function looking(start: number, began: number): Promise<{ looks: number; remembered: number }> {
  let [looks, remembered] = [0, start];
  for (; performance.now() - began < SECONDS * 1000; looks += 1) {
    const [one, other] = [portals[looks % 2]!, portals[(looks + 1) % 2]!];
    await pay(one);
    // At once by the other process, and by the same one again.
    for (const process of [other, one]) {
      const seen = await closing(process);
      expect(seen, `look ${looks}`).toBeGreaterThanOrEqual(remembered + (process === other ? 10_00 : 0));
      remembered = seen;
    }
  }
  return { looks, remembered };
}

test('beside ten megabytes of writes a second nobody sees his balance go back, or misses what he has just paid', async () => {
  const over = new AbortController();
  const position = async () =>
    Number((await load.query<{ at: string }>(`select pg_current_wal_lsn() - '0/0' as at`)).rows[0]?.at);
  const from = await position();
  const began = performance.now();
  const writing = (async () => {
    for (let wrote = 0; !over.signal.aborted; wrote += 1) {
      await load.query(
        `insert into written select string_agg(md5(random()::text), '') from generate_series(1, ${VALUE_BYTES / 32})`,
      );
      await pause(Math.max(0, began + (wrote * 1000) / TIMES_A_SECOND - performance.now()));
    }
  })();
  const start = await closing(portals[0]!);
  const { looks, remembered } = await looking(start, began).finally(() => over.abort());
  await writing;
  const rate = ((await position()) - from) / (performance.now() - began) / 1000;
  expect(remembered - start).toBe(looks * 10_00);
  expect(rate).toBeGreaterThan(7);
  expect(served() / (2 * looks + 1)).toBeGreaterThan(0.5);
});

test('what the standby has not repeated is read from the primary', async () => {
  await onStandby('select pg_wal_replay_pause()');
  const before = served();
  const known = await closing(portals[0]!);
  await pay(portals[0]!);
  expect(await closing(portals[1]!)).toBe(known + 10_00);
  await onStandby('select pg_wal_replay_resume()');
  await expect.poll(async () => (await closing(portals[1]!), served()), { timeout: 10_000 }).toBeGreaterThan(before);
  expect(portals[1]!.results().behind).toBeGreaterThan(0);
});

test('while the standby hangs or is stopped nobody notices', async () => {
  const known = await closing(portals[0]!);
  standby.freeze();
  const began = performance.now();
  expect(await closing(portals[0]!)).toBe(known);
  expect(performance.now() - began).toBeLessThan(3000);
  expect(await closing(portals[0]!), 'at once').toBe(known);
  standby.thaw();
  await standby.stop();
  expect(await Promise.all(portals.map(closing))).toEqual([known, known]);
  expect(portals[0]!.results()).toMatchObject({
    away: expect.any(Number) as unknown,
    resting: expect.any(Number) as unknown,
  });
  await standby.start();
  const before = served();
  await expect.poll(async () => (await closing(portals[0]!), served()), { timeout: 15_000 }).toBeGreaterThan(before);
});
