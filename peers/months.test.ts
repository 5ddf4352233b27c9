import { execFile } from 'node:child_process';
import { appendFile, readdir, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
    select keep_session_month((now() - interval '1 month')::date);
    update internet_session set settled = (stopped_at at time zone 'UTC')::date
    where to_char(stopped_at at time zone 'UTC', 'YYYY-MM') = to_char(now() - interval '1 month', 'YYYY-MM')`);
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
