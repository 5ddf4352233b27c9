import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { networkByKind } from '../server/src/integrations/network/by-kind.ts';
import { kamailioExchange } from '../server/src/integrations/network/kamailio.ts';
import { cloneDatabase, databaseAt, nameOf, startTestServer, TEMPLATES } from '../server/test/database/database.ts';
import { openPortal, type TestPortal } from '../server/test/portal/open-portal.ts';
import { scenarioOf, TRUNK } from './sip/scenario.ts';

const WHO = 100_005;
const ROLE_PASSWORD = 'the-role-of-the-exchange';
const DOMAIN = 'sip.volga-telecom.example';
const EUROPE = '4930901820';
const MOBILE = '79271234567';
const EMERGENCY = '112';
const { sipUser } = contract;
const run = promisify(execFile);

let portal: TestPortal & { close(): Promise<void> };
let folder: string;
let port: number;
let trunkPort: number;
let line: { user_id: number; login: string };
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kabinet-sip-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const tcpPort = await freeTcpPort();
  const database = await startTestServer({ tcpPort });
  stops.push(() => database.stop());
  const url = await cloneDatabase(database.url, TEMPLATES.demo);
  await makeRole(databaseAt(database.url, nameOf(url)));
  [port, trunkPort] = [await freeUdpPort(), await freeUdpPort()];
  await startKamailio(`postgres://kabinet_sip:${ROLE_PASSWORD}@127.0.0.1:${tcpPort}/${nameOf(url)}`);
  await writeFile(join(folder, 'trunk.xml'), TRUNK);
  start('sipp', ['-sf', 'trunk.xml', '-i', '127.0.0.1', '-p', String(trunkPort), '-nostdin'], 'trunk');
  portal = await openPortal(url, {
    throughOutside: (outside, db) => ({
      ...outside,
      network: networkByKind(outside.network, { sip: kamailioExchange(db, DOMAIN) }),
    }),
  });
  stops.push(() => portal.close());
  // The exchange runs by the clock of the machine.
  portal.clock.set(new Date());
  const users = await portal.send(contract.user.list, { query: { user_type: 'sip' } }, WHO);
  line = users.body[0]!;
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** The role of the exchange, by the file that a provider runs. */
async function makeRole(url: string): Promise<void> {
  const text = await readFile(new URL('../deploy/sip/role.sql', import.meta.url), 'utf8');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text.replace(':password', `'${ROLE_PASSWORD}'`));
  await client.end();
}

async function startKamailio(database: string): Promise<void> {
  const local = `listen=udp:127.0.0.1:${port}
#!define SIP_DOMAIN "${DOMAIN}"
#!define DB_URL "${database}"
#!define SQL_CONNECTION "portal=>${database}"
#!define TRUNK_HOST "192.0.2.1"
#!define TRUNK_URI "sip:127.0.0.1:${trunkPort}"
`;
  await writeFile(join(folder, 'kamailio-local.cfg'), local);
  const cfg = await readFile(new URL('../deploy/sip/kamailio.cfg', import.meta.url), 'utf8');
  await writeFile(join(folder, 'kamailio.cfg'), cfg);
  const args = ['-f', join(folder, 'kamailio.cfg'), '-DD', '-E', '-Y', folder, '-m', '32', '-M', '8', '-n', '2'];
  start('kamailio', args, 'exchange', { TZ: 'UTC' });
  for (let left = 100; !(await isAnswering()); left -= 1) if (left === 0) throw new Error(said.get('exchange'));
}

const said = new Map<string, string>();

function start(command: string, args: readonly string[], name: string, env = {}): void {
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => said.set(name, ((said.get(name) ?? '') + String(text)).slice(-5000)));
  stops.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
}

/** Whether Kamailio answers OPTIONS. */
async function isAnswering(): Promise<boolean> {
  const socket = createSocket('udp4');
  const answered = once(socket, 'message').then(() => true);
  socket.send(
    `OPTIONS sip:127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:9;rport;branch=z9hG4bK${Date.now()}\r\nMax-Forwards: 9\r\nFrom: <sip:a@b.example>;tag=1\r\nTo: <sip:b@b.example>\r\nCall-ID: ${Date.now()}@x\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n`,
    port,
    '127.0.0.1',
  );
  const isThere = await Promise.race([
    answered,
    new Promise<false>((resolve) => setTimeout(() => resolve(false), 500)),
  ]);
  socket.close();
  return isThere;
}

let calls = 0;

/** Whether the exchange gives the expected answer to a request of a telephone with this password. */
async function answers(expected: number, request: { password: string; dialled?: string }): Promise<boolean> {
  calls += 1;
  const file = `request-${calls}.xml`;
  const method = request.dialled === undefined ? 'REGISTER' : 'INVITE';
  await writeFile(join(folder, file), scenarioOf({ method, login: line.login, domain: DOMAIN, expected, ...request }));
  const args = ['-sf', file, '-m', '1', '-i', '127.0.0.1', '-timeout', '15s', '-timeout_error', '-nostdin'];
  try {
    await run('sipp', [...args, `127.0.0.1:${port}`], { cwd: folder, timeout: 30_000 });
    return true;
  } catch (error) {
    said.set('sipp', error instanceof Error ? error.message : '');
    return false;
  }
}

async function confirmed<T>(act: () => Promise<T>): Promise<T> {
  await portal.pool.query('update session set confirmed_at = $1', [portal.clock.now()]);
  return act();
}

async function newPassword(): Promise<string> {
  const { status, body } = await confirmed(() =>
    portal.send(sipUser.newPassword, { body: { user_id: line.user_id } }, WHO),
  );
  expect([status, body.message]).toEqual([200, undefined]);
  await portal.work();
  return body.password;
}

const shown = async () => (await portal.send(sipUser.get, { params: { id: line.user_id } }, WHO)).body;

test('a telephone registers with the new password only, and the portal sees it', async () => {
  const former = await newPassword();
  expect(await answers(200, { password: former })).toBe(true);
  const password = await newPassword();
  expect((await shown()).registrations).toEqual([]);
  expect(await answers(401, { password: former })).toBe(true);
  expect(await answers(200, { password }), said.get('exchange')).toBe(true);
  const { registrations, is_applied } = await shown();
  expect(is_applied).toBe(true);
  expect(registrations).toMatchObject([{ program: 'sipp of the tests', address: '127.0.x.x' }]);
  const ended = await portal.send(
    sipUser.endRegistration,
    { body: { user_id: line.user_id, registration_id: registrations![0]!.registration_id } },
    WHO,
  );
  expect(ended.body.registrations).toEqual([]);
});

test('a blocked number neither registers nor calls, and does both when it is back', async () => {
  const password = await newPassword();
  expect(await answers(200, { password })).toBe(true);
  await setState("state = 'blocked', reason = 'operator'");
  expect((await shown()).registrations).toEqual([]);
  expect(await answers(401, { password })).toBe(true);
  expect(await answers(407, { password, dialled: MOBILE })).toBe(true);
  await setState("state = 'active', reason = null");
  expect(await answers(200, { password })).toBe(true);
});

test('a closed direction is refused until it is opened, and again when it is closed', async () => {
  const password = await newPassword();
  const zone = 'europe';
  expect(
    await answers(200, { password, dialled: MOBILE }),
    `${said.get('trunk') ?? ''} ${said.get('sipp') ?? ''}`,
  ).toBe(true);
  expect(await answers(403, { password, dialled: EUROPE })).toBe(true);
  const body = { user_id: line.user_id, zone };
  const opened = await confirmed(() => portal.send(sipUser.openDirection, { body }, WHO));
  expect([opened.status, opened.body.message]).toEqual([200, undefined]);
  await portal.work();
  expect(await answers(200, { password, dialled: EUROPE })).toBe(true);
  expect((await portal.send(sipUser.closeDirection, { body }, WHO)).status).toBe(200);
  await portal.work();
  expect(await answers(403, { password, dialled: `810${EUROPE}` })).toBe(true);
});

test('a line over its limit is refused what costs money, but not an emergency number', async () => {
  const password = await newPassword();
  await portal.pool.query(
    `insert into call_record (linkedid, phone_number, direction, other_number, plan_id, period, started_at, zone, seconds, amount_kopecks)
     select 'peer', login, 'out', '79270000000', plan_id, to_char($2::timestamptz at time zone 'Europe/Samara', 'YYYY-MM'), $2, 'mobile', 60, 1000
     from service_user where user_id = $1`,
    [line.user_id, portal.clock.now()],
  );
  const body = { user_id: line.user_id, month: '10', day: '10' };
  const lowered = await portal.send(sipUser.lowerLimits, { body }, WHO);
  expect(lowered.body.limits?.stopped).toMatchObject({ by: 'month' });
  await portal.work();
  expect(await answers(403, { password, dialled: MOBILE })).toBe(true);
  expect(await answers(200, { password, dialled: EMERGENCY })).toBe(true);
  const raised = await confirmed(() =>
    portal.send(sipUser.raiseLimits, { body: { ...body, month: '500', day: '200' } }, WHO),
  );
  expect(raised.body.limits?.stopped).toBeNull();
  await portal.work();
  expect(await answers(200, { password, dialled: MOBILE })).toBe(true);
});

/** As an operator does: the state changes, and the network is told. */
async function setState(change: string): Promise<void> {
  await portal.pool.query(`update service_user set ${change}, state_since = now() where user_id = ${line.user_id}`);
  const { serviceChanged } = await import('../server/src/domain/services/provisioning/service-changed.ts');
  await portal.world.db.write((tx) => serviceChanged(tx, { userId: line.user_id }));
  await portal.work();
}

async function freeTcpPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const free = socket.address().port;
  socket.close();
  return free;
}
