// Listeners of the stream of events: `node --expose-gc bench/listeners.ts [listeners]`, 10 000 by default, each of a session of its
// own. Clients run in processes of their own. It raises no limit: `ulimit -n` must be above the number of listeners.
import { fork, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { identify, isConfirmed } from '../server/src/domain/identity/session/session.queries.ts';
import { publishIncident } from '../server/src/domain/support/incidents/publish.ts';
import { handlerOf } from '../server/src/handlers/handler-of.ts';
import { buildApp } from '../server/src/http/app.ts';
import { worldOver } from './parts/portal.ts';
import { quantile } from './parts/processor.ts';

const CLIENT_PROCESSES = 2;
/** How many connections one process opens at a time. */
const OPENING = 4;
const ROUNDS = 5;
const IDLE_MS = 20_000;
const MB = 1024 * 1024;

const nowMs = (): number => performance.timeOrigin + performance.now();

interface Task {
  readonly port: number;
  readonly tokens: readonly string[];
}

async function measure(count: number): Promise<void> {
  const portal = await emptyPortal();
  const clients: ChildProcess[] = [];
  try {
    const { db } = portal.world;
    const contracts = await contractsOf(db, count);
    const tokens = await signInAll(db, contracts);
    await portal.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = portal.app.server.address() as AddressInfo;
    const before = memory();
    const began = performance.now();
    const share = Math.ceil(count / CLIENT_PROCESSES);
    for (let from = 0; from < count; from += share) {
      const client = fork(fileURLToPath(import.meta.url), { execArgv: [] });
      client.send({ port, tokens: tokens.slice(from, from + share) } satisfies Task);
      clients.push(client);
    }
    await Promise.all(clients.map(said));
    const opening = performance.now() - began;
    await pause(2000);
    const after = memory();
    const idle = await usedIn(IDLE_MS);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await tellAll(portal.world, clients, round));
    const delays = rounds.flatMap((one) => one.delays);
    console.log({
      listeners: count,
      'seconds to open them all': round1(opening / 1000),
      'KB of memory per listener (RSS)': round1((after.rss - before.rss) / 1024 / count),
      'KB of heap per listener': round1((after.heap - before.heap) / 1024 / count),
      'MB of the process': round1(after.rss / MB),
      'percent of a core while idle': round1((idle / IDLE_MS) * 100),
      'median delay, ms': Math.round(quantile(delays, 0.5)),
      'p99 delay, ms': Math.round(quantile(delays, 0.99)),
      'last listener, ms': rounds.map(({ delays: all }) => Math.round(Math.max(...all))),
      'ms of processor per event to all': Math.round(rounds.reduce((sum, { used }) => sum + used, 0) / ROUNDS),
      heard: delays.length / ROUNDS,
    });
  } finally {
    for (const client of clients) client.kill();
    await portal.close();
  }
}

const round1 = (value: number): number => Math.round(value * 10) / 10;

function memory(): { rss: number; heap: number } {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heap: heapUsed };
}

/** CPU time that this process uses within `ms`, milliseconds. */
async function usedIn(ms: number): Promise<number> {
  const before = process.cpuUsage();
  await pause(ms);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The next message of a client process; rejects if the process ends. */
async function said(client: ChildProcess): Promise<unknown> {
  const ended = once(client, 'exit').then(() => Promise.reject(new Error('a client has ended')));
  return Promise.race([once(client, 'message').then(([message]) => message as unknown), ended]);
}

/** A portal with one town: a stream needs nothing else. */
async function emptyPortal() {
  const embedded = await startEmbedded({ dataDir: '/var/tmp/kabinet-bench-listeners', say: console.log });
  await migrate(embedded.url);
  const db = openDatabase(embedded.url, { patience: 10_000 });
  await db.pool.query(`insert into town (name) values ('Тольятти') on conflict do nothing`);
  const world = await worldOver(db);
  const app = await buildApp(
    { world, handlerOf, identify, isConfirmed },
    {
      trustedProxies: [],
      burst: Number.MAX_SAFE_INTEGER,
      streams: { ofSession: 2, ofAddress: Infinity, all: Infinity },
    },
  );
  return {
    world,
    app,
    close: async () => {
      await app.close();
      await db.close();
      await embedded.stop();
    },
  };
}

/** Publishes a failure of the whole town, which every listener is told of. */
async function tellAll({ db }: { db: Database }, clients: readonly ChildProcess[], round: number) {
  const before = process.cpuUsage();
  const heard = clients.map(async (client) => (await said(client)) as number[]);
  const now = new Date();
  const incident = { cause: `Замер ${round}`, services: [], beganAt: now, plannedUntil: null, freeMinutes: null };
  const place = { town: 'Тольятти', district: null, street: null, house: null };
  const began = nowMs();
  await db.write((tx) => publishIncident(tx, incident, [place], { now, zone: 'Europe/Samara' }));
  const delays = (await Promise.all(heard)).flat().map((at) => at - began);
  const { user, system } = process.cpuUsage(before);
  await pause(500);
  return { delays, used: (user + system) / 1000 };
}

/** Contracts of one town without services: a stream needs nothing else. */
async function contractsOf(db: Database, count: number): Promise<number[]> {
  const { rows } = await db.pool.query<{ contract_id: number }>(
    `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
     select id, 'Абонент', 'Абонент', 'Абонент', town_id, '1', 1, current_date
     from generate_series(300001, 300000 + $1::int) id, town where town.name = 'Тольятти'
     on conflict (contract_id) do update set house = excluded.house returning contract_id`,
    [count],
  );
  return rows.map(({ contract_id }) => contract_id);
}

async function signInAll(db: Database, contracts: readonly number[]): Promise<string[]> {
  const tokens = contracts.map(() => randomBytes(32).toString('base64url'));
  await db.pool.query(
    `with made as (
       select contract_id, hash, gen_random_uuid()::text as session_id
       from unnest($1::bigint[], $2::text[]) as one (contract_id, hash)),
     opened as (
       insert into session
         (session_id, kind, contract_id, rotated_at, derivation_key, started_at, last_used_at, expires_at, browser, network)
       select session_id, 'subscriber', contract_id, now(), '\\x00'::bytea, now(), now(), now() + interval '1 day', 'bench', '127.0.0'
       from made returning session_id)
     insert into access_token (token_hash, session_id, expires_at)
     select decode(hash, 'hex'), made.session_id, now() + interval '1 day' from made join opened using (session_id)`,
    [contracts, tokens.map((token) => createHash('sha256').update(token).digest('hex'))],
  );
  return tokens;
}

/** Opens a stream for each token; says when all are open, and then, after each event to all, when each has heard it. */
async function beClients({ port, tokens }: Task): Promise<void> {
  let heard: number[] = [];
  const hear = (): void => {
    heard.push(nowMs());
    if (heard.length < tokens.length) return;
    process.send?.(heard);
    heard = [];
  };
  const waiting = [...tokens];
  const openSome = async (): Promise<void> => {
    for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) await listen(port, token, hear);
  };
  await Promise.all(Array.from({ length: OPENING }, openSome));
  process.send?.('open');
}

/** Resolves with the first event. */
function listen(port: number, token: string, hear: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      if (text.includes('event: hello')) resolve();
      if (text.includes('event: outdated')) hear();
      if (text.startsWith('HTTP/1.1') && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 300)));
    });
    socket.write(`GET /api/v2/event/stream HTTP/1.1\r\nHost: kabinet\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  });
}

if (process.send) process.once('message', (task: Task) => void beClients(task));
else await measure(Number(process.argv[2] ?? 10_000));
