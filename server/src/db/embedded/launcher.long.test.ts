import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './launcher.ts';

const launcher = new URL('launcher.ts', import.meta.url).href;
const root = mkdtempSync(join(tmpdir(), 'launcher-'));
chmodSync(root, 0o755);
const running: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];

/** Several tests share a cluster: creating one takes most of their time. */
const shared = join(root, 'shared');

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const embedded = await startEmbedded({ dataDir: shared, fsync: false, ...options });
  running.push(embedded);
  return embedded;
}

/** Starts PostgreSQL from another process, which then waits to be killed. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; adopted: boolean }> {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(launcher)});
    const { adopted } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, fsync: false });
    process.stdout.write(String(adopted));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, adopted: said.toString() === 'true' };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function query<Row extends object>(embedded: EmbeddedDatabase, text: string): Promise<Row[]> {
  const client = new Client(embedded.url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
const isRunning = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));

afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  for (const one of running.splice(0)) await one.stop();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the first start creates a database with Russian collation and UTC, and opens no port, though one was cut before', async () => {
  await mkdir(join(shared, 'postgres.init', 'base'), { recursive: true });
  const embedded = await start();
  expect(embedded.adopted).toBe(false);
  const rows = await query<{ word: string }>(
    embedded,
    "select word from unnest(array['яма','ёж','еж','ель','Ель']) word order by word",
  );
  expect(rows.map((row) => row.word)).toEqual(['еж', 'ёж', 'ель', 'Ель', 'яма']);
  const [settings] = await query(
    embedded,
    `select current_database() as database, current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
       current_setting('listen_addresses') as tcp, current_setting('server_version_num')::int / 10000 as major`,
  );
  expect(settings).toEqual({ database: 'kabinet', encoding: 'UTF8', zone: 'UTC', tcp: '', major: 18 });
  expect(statSync(embedded.socketDir).mode & 0o777).toBe(0o700);
});

test('the second start keeps the data, and a stop leaves no process running', async () => {
  const first = await start();
  await query(first, 'create table kept as select 42 as value');
  await first.stop();
  expect(isRunning(shared)).toBe(false);
  expect(existsSync(first.socketDir)).toBe(false);

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(second.url).toBe(first.url);
  expect(await query(second, 'select value from kept')).toEqual([{ value: 42 }]);
});

test('a killed server restarts at the same address with all committed data', async () => {
  const embedded = await start();
  await query(embedded, 'create table entry (n int)');
  for (let n = 1; n <= 20; n += 1) await query(embedded, `insert into entry values (${n})`);
  const killed = postmasterOf(shared);
  process.kill(killed, 'SIGKILL');
  await expect
    .poll(() => query(embedded, 'select count(*)::int as n, max(n) as last from entry').catch(() => []), {
      timeout: 20_000,
    })
    .toEqual([{ n: 20, last: 20 }]);
  expect(postmasterOf(shared)).not.toBe(killed);
});

test('after all processes were killed, the next start loses no committed data', async () => {
  const { child } = await startElsewhere(shared);
  const beside = await start();
  await query(beside, 'create table survivor as select 7 as value');
  await beside.stop();
  child.kill('SIGSTOP');
  process.kill(postmasterOf(shared), 'SIGKILL');
  await kill(child);

  const next = await start();
  expect(next.adopted).toBe(false);
  expect(await query(next, 'select value from survivor')).toEqual([{ value: 7 }]);
});

test('ignores a pid in postmaster.pid that now belongs to another process', async () => {
  await (await start()).stop();
  const other = spawn('sleep', ['60']);
  children.push(other);
  writeFileSync(join(shared, 'postgres', 'postmaster.pid'), `${other.pid}\n${shared}/postgres\n1\n5432\n${root}\n\n`);
  const embedded = await start();
  expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('ignores empty lock files of a server that was killed during its start', async () => {
  const { child } = await startElsewhere(shared);
  const beside = await start();
  const { socketDir } = beside;
  await beside.stop();
  child.kill('SIGSTOP');
  process.kill(postmasterOf(shared), 'SIGKILL');
  await kill(child);
  writeFileSync(join(shared, 'postgres', 'postmaster.pid'), '');
  writeFileSync(join(socketDir, '.s.PGSQL.5432.lock'), '');
  const embedded = await start();
  expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('adopts a server whose starter was killed, and stops it', async () => {
  const { child } = await startElsewhere(shared);
  const pid = postmasterOf(shared);
  await kill(child);

  const embedded = await start();
  expect(embedded.adopted).toBe(true);
  expect(postmasterOf(shared)).toBe(pid);
  await embedded.stop();
  expect(isRunning(shared)).toBe(false);
});

test('the first process to leave does not stop the server for the other', async () => {
  const service = await start();
  const operator = await start();
  expect(operator.adopted).toBe(true);
  await operator.stop();
  expect(await query(service, 'select 1 as one')).toEqual([{ one: 1 }]);
  await service.stop();
  expect(isRunning(shared)).toBe(false);
});

test('of two simultaneous starts on an empty folder one creates the database and the other joins it', async () => {
  const dataDir = join(root, 'twice');
  const both = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)]);
  expect(both.map((one) => one.adopted).sort()).toEqual([false, true]);
  await Promise.all(both.map((one) => kill(one.child)));
  await (await start({ dataDir })).stop();
});

test('starts the oldest supported major; refuses data of another major in one sentence', async () => {
  const dataDir = join(root, 'fifteen');
  const embedded = await start({ dataDir, major: 15 });
  const [row] = await query<{ major: number }>(
    embedded,
    "select current_setting('server_version_num')::int / 10000 as major",
  );
  expect(row?.major).toBe(15);
  await embedded.stop();
  await expect(start({ dataDir })).rejects.toThrow(/создана PostgreSQL 15, а запускается PostgreSQL 18: .+\.$/);
});

test.runIf(process.getuid?.() === 0)(
  "uses another folder, and finds it again, when root's home is closed",
  async () => {
    const home = join(root, 'closed');
    await mkdir(home);
    await chmod(home, 0o700);
    const dataDir = join(home, '.data');
    const said: string[] = [];
    const say = (line: string) => said.push(line);

    const first = await start({ dataDir, say });
    await query(first, 'create table kept as select 42 as value');
    await first.stop();
    const cluster = realpathSync(join(dataDir, 'postgres'));
    try {
      expect(said.at(-1)).toContain(`Данные лежат в ${cluster}`);
      rmSync(join(dataDir, 'postgres'));
      const second = await start({ dataDir, say });
      expect(await query(second, 'select value from kept')).toEqual([{ value: 42 }]);
      await second.stop();
    } finally {
      rmSync(dirname(cluster), { recursive: true });
    }
  },
);

test('leaves a folder alone that stands in the place of the database and is not one', async () => {
  const dataDir = join(root, 'foreign');
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await expect(start({ dataDir })).rejects.toThrow('лежит не база данных');
});
