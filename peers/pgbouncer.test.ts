import { rm, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { MOST_CONNECTIONS } from '../server/src/db/pools/connections.ts';
import { refusalOfDatabase } from '../server/src/db/reach.ts';
import { cloneDatabase, databaseAt, nameOf, startTestServer, TEMPLATES } from '../server/test/database/database.ts';
import { openPortal } from '../server/test/portal/open-portal.ts';
import { startDaemon } from './mail/daemon.ts';
import { freePort, openFolder } from './mail/folder.ts';

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

/** The address of the database through a PgBouncer of these settings. */
async function pooled(...settings: readonly string[]): Promise<string> {
  const folder = await openFolder();
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const { port: server, pathname } = new URL(direct);
  const file = `${folder}/pgbouncer.ini`;
  await writeFile(`${folder}/users`, `"pooled" "${PASSWORD}"\n`);
  await writeFile(
    file,
    `[databases]
${pathname.slice(1)} = host=127.0.0.1 port=${server} user=pooled password=${PASSWORD}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${folder}/users
${settings.join('\n')}
`,
  );
  // It does not run as root.
  const daemon = await startDaemon('/usr/sbin/pgbouncer', ['-u', 'nobody', file], [port]);
  stops.push(() => daemon.stop());
  const url = new URL(direct);
  url.port = String(port);
  return url.href;
}

test('PostgreSQL itself keeps every session', async () => {
  expect(await refusalOfDatabase(direct)).toBeUndefined();
});

test('with session pooling the portal works, its limits, snapshots and notifications included', async () => {
  const url = await pooled('pool_mode = session', 'default_pool_size = 30');
  expect(await refusalOfDatabase(url)).toBeUndefined();
  const portal = await openPortal(url);
  stops.push(() => portal.close());
  const { status, body } = await portal.send(contract.user.list, { query: { user_type: 'internet' } }, 100_001);
  expect([status, body.length > 0]).toEqual([200, true]);
  const settings = await portal.world.db.pool.query(
    `select current_setting('statement_timeout') as most, current_setting('TimeZone') as zone`,
  );
  expect(settings.rows).toEqual([{ most: '10s', zone: 'UTC' }]);
});

test.each(['transaction', 'statement'])('with %s pooling it does not start, and says what helps', async (mode) => {
  const url = await pooled(`pool_mode = ${mode}`, 'ignore_startup_parameters = options');
  // Which of the things that a pool drops is missed first depends on which of its connections answers.
  expect(await refusalOfDatabase(url)).toMatch(
    /^настройка DATABASE_URL неверна: соединение не держит (?:за собой сеанс PostgreSQL|ограничение времени запроса)\. Так бывает за пулом .*pool_mode = session/,
  );
});

test.each([
  ['one', 1],
  ['one less than a process needs', MOST_CONNECTIONS - 1],
])('a pool of %s is told as too small', async (_, size) => {
  const url = await pooled('pool_mode = session', `default_pool_size = ${size}`);
  expect(await refusalOfDatabase(url)).toMatch(/не открылись за 5 с: вместе их до 12.*default_pool_size/);
});

test('a pool of twelve is enough for a process', async () => {
  const url = await pooled('pool_mode = session', `default_pool_size = ${MOST_CONNECTIONS}`);
  expect(await refusalOfDatabase(url)).toBeUndefined();
});
