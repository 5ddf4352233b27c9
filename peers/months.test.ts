import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneDatabase, databaseAt, nameOf, startTestServer, TEMPLATES } from '../server/test/database/database.ts';
import { freePort, openFolder } from './mail/folder.ts';

const SCRIPT = new URL('../deploy/database/months.sh', import.meta.url).pathname;
const PASSWORD = 'the-owner-of-the-tables';
const stops: (() => Promise<unknown>)[] = [];
let url: string;
let folder: string;
let client: pg.Client;

beforeAll(async () => {
  const tcpPort = await freePort();
  const server = await startTestServer({ tcpPort });
  stops.push(() => server.stop());
  const name = nameOf(await cloneDatabase(server.url, TEMPLATES.demo));
  client = new pg.Client({ connectionString: databaseAt(server.url, name) });
  await client.connect();
  stops.push(() => client.end());
  await client.query(`create role archivist superuser login password '${PASSWORD}'`);
  // Sessions go into their months a day after their end.
  await client.query(`
    select keep_session_month((now() - interval '2 months')::date);
    update internet_session set settled = (stopped_at at time zone 'UTC')::date
    where to_char(stopped_at at time zone 'UTC', 'YYYY-MM') = to_char(now() - interval '2 months', 'YYYY-MM')`);
  url = `postgresql://archivist:${PASSWORD}@127.0.0.1:${tcpPort}/${name}`;
  folder = await openFolder();
  stops.push(() => rm(folder, { recursive: true, force: true }));
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const run = promisify(execFile);
const months = (...words: readonly string[]) =>
  run(SCRIPT, words, { env: { ...process.env, MIGRATION_DATABASE_URL: url } });

const rowsOf = async (table: string) =>
  (await client.query<{ row: string }>(`select t::text as row from ${table} t order by 1`)).rows;

const monthAgo = async (ago: number) =>
  (
    await client.query<{ month: string }>(
      `select to_char(now() at time zone 'UTC' - $1 * interval '1 month', 'YYYY-MM') as month`,
      [ago],
    )
  ).rows[0]!.month;

/** A month of the demo that is over and has rows of the table. */
async function fullMonthOf(table: string): Promise<string> {
  const { rows } = await client.query<{ part: string }>(
    `select tableoid::regclass::text as part from ${table} group by 1 having tableoid::regclass::text ~ '_[0-9]{4}_[0-9]{2}$' order by 1 limit 1`,
  );
  return rows[0]?.part.slice(-7).replace('_', '-') ?? '';
}

test.each(['call_record', 'internet_session'])(
  'a month of %s goes into a file and comes back as it was',
  async (table) => {
    const month = await fullMonthOf(table);
    const part = `${table}_${month.replace('-', '_')}`;
    const all = await rowsOf(table);
    const ofMonth = await rowsOf(part);
    expect(ofMonth).not.toEqual([]);
    await months('archive', table, month, folder);
    expect((await readdir(folder)).filter((name) => name.startsWith(part)).sort()).toEqual([
      ...[`${part}.csv.gz`, `${part}.sha256`, `${part}.sql`],
    ]);
    expect(await rowsOf(table)).toHaveLength(all.length - ofMonth.length);
    expect((await months('list')).stdout).not.toContain(part);
    await months('restore', table, month, folder);
    expect(await rowsOf(table)).toEqual(all);
    expect((await months('list')).stdout).toContain(part);
  },
);

test('the month that has just ended stays: records of it still come', async () => {
  const refused = { stderr: expect.stringContaining('только что кончился') as unknown };
  for (const table of ['call_record', 'internet_session', 'session_hour', 'change_event']) {
    await expect(months('archive', table, await monthAgo(1), folder)).rejects.toMatchObject(refused);
  }
});

test('a file that was changed is not taken back, and a month that cannot be written stays', async () => {
  const month = await fullMonthOf('call_record');
  const all = await rowsOf('call_record');
  await expect(months('archive', 'call_record', '2999-01', folder)).rejects.toMatchObject({
    stderr: expect.stringContaining('ещё идёт') as unknown,
  });
  await rm(folder, { recursive: true });
  folder = await openFolder();
  await expect(months('archive', 'call_record', month, '/proc')).rejects.toMatchObject({
    code: expect.any(Number) as unknown,
  });
  expect(await rowsOf('call_record')).toEqual(all);
  await months('archive', 'call_record', month, folder);
  await appendFile(`${folder}/call_record_${month.replace('-', '_')}.csv.gz`, 'x');
  await expect(months('restore', 'call_record', month, folder)).rejects.toMatchObject({
    stderr: expect.stringContaining('испорчен') as unknown,
  });
});

test.each([
  [
    'another zone of the server',
    `alter role archivist set timezone = 'Asia/Vladivostok'`,
    'alter role archivist reset timezone',
  ],
  ['a new column', 'alter table call_record add column told_by text', 'alter table call_record drop column told_by'],
  [
    'a call of it that came late',
    `insert into call_record (phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, period, plan_id, linkedid)
     select phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, 'MONTH', plan_id, 'late' from call_record limit 1`,
    `delete from call_record_MONTH_ where linkedid = 'late'`,
  ],
])('a month comes back years later: %s', async (_, meanwhile, undo) => {
  const month = await fullMonthOf('call_record');
  const about = (statement: string) =>
    client.query(statement.replace('MONTH_', month.replace('-', '_')).replace('MONTH', month));
  const other = await openFolder();
  const all = await rowsOf('call_record');
  await months('archive', 'call_record', month, other);
  await about(meanwhile);
  await months('restore', 'call_record', month, other);
  await about(undo);
  expect(await rowsOf('call_record')).toEqual(all);
  await rm(other, { recursive: true });
});

test('sessions that came late made their month anew: those of the file come back into it', async () => {
  const month = await fullMonthOf('internet_session');
  const other = await openFolder();
  const all = await rowsOf('internet_session');
  await months('archive', 'internet_session', month, other);
  await client.query(`select keep_session_month($1::date)`, [`${month}-01`]);
  await months('restore', 'internet_session', month, other);
  expect(await rowsOf('internet_session')).toEqual(all);
  await rm(other, { recursive: true });
});

/** Archives with a `gzip` that takes for ever, and ends all of it by a signal while the month is out of the table. */
async function interruptedArchive(month: string, to: string, signal: NodeJS.Signals): Promise<void> {
  await writeFile(`${to}/gzip`, '#!/bin/sh\nsleep 60\n');
  await chmod(`${to}/gzip`, 0o755);
  const env = { ...process.env, PATH: `${to}:${process.env.PATH}`, MIGRATION_DATABASE_URL: url };
  const script = spawn(SCRIPT, ['archive', 'call_record', month, to], { env, detached: true, stdio: 'ignore' });
  const ended = once(script, 'exit');
  const isWritten = async () => expect(await readdir(to)).toContain(`call_record_${month.replace('-', '_')}.csv.gz`);
  await vi.waitFor(isWritten, { timeout: 20_000, interval: 50 });
  await expect(months('archive', 'call_record', month, to)).rejects.toMatchObject({
    stderr: expect.stringContaining('уже работают') as unknown,
  });
  // A terminal tells all processes of the command.
  process.kill(-script.pid!, signal);
  await ended;
  // What it has started dies a moment later.
  await run('flock', ['--wait', '60', to, 'true']);
  await rm(`${to}/gzip`);
}

test.each(['SIGINT', 'SIGHUP'] as const)(
  'an archive that is ended by %s leaves the month in its table',
  async (signal) => {
    const month = await fullMonthOf('call_record');
    const other = await openFolder();
    const all = await rowsOf('call_record');
    await interruptedArchive(month, other, signal);
    expect(await rowsOf('call_record')).toEqual(all);
    await rm(other, { recursive: true });
  },
);

test('an archive that was killed, or whose machine was, goes on when it is asked for again', async () => {
  const month = await fullMonthOf('call_record');
  const other = await openFolder();
  const all = await rowsOf('call_record');
  await interruptedArchive(month, other, 'SIGKILL');
  await months('archive', 'call_record', month, other);
  await months('restore', 'call_record', month, other);
  expect(await rowsOf('call_record')).toEqual(all);
  await rm(other, { recursive: true });
});

test('whoever reads events is told that those of an archived month are gone, until they are back', async () => {
  const other = await openFolder();
  await client.query(`
    select keep_change_month((now() - n * interval '1 month')::date) from generate_series(0, 3) n;
    delete from change_event;
    insert into change_event (event_id, ordered_at, happened_at, kind, contract_id, detail)
    select 4 - n, moment, moment, 'contract.changed', 1, '{}' from generate_series(0, 3) n, lateral (select now() - n * interval '1 month') m (moment);
    update change_order set first_id = 1, last_id = 4`);
  const first = async () =>
    (await client.query<{ first: number }>('select first_id::int as first from change_order')).rows[0]?.first;
  const [older, newer] = [await monthAgo(3), await monthAgo(2)];
  // A gap would be read over in silence.
  await expect(months('archive', 'change_event', newer, other)).rejects.toMatchObject({
    stderr: expect.stringContaining('по порядку') as unknown,
  });
  await months('archive', 'change_event', older, other);
  expect(await first()).toBe(2);
  await months('archive', 'change_event', newer, other);
  expect(await first()).toBe(3);
  await expect(months('restore', 'change_event', older, other)).rejects.toMatchObject({
    stderr: expect.stringContaining('по порядку') as unknown,
  });
  await months('restore', 'change_event', newer, other);
  await months('restore', 'change_event', older, other);
  expect(await first()).toBe(1);
  await rm(other, { recursive: true });
});
