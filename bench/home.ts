// What one view of the home screen costs: `node bench/home.ts [contracts]`.
// In rounds of the views of a client at one connection and of pgbench with the same statements, prepared and pipelined, prints for
// 100001 and 100005: the time of a view, CPU time of the server and of PostgreSQL, and views per second as a ratio to pgbench.
// Then the same for ten and for fifty clients at once, each of another contract, with gzip: views per second, and their p99.
// Other load on the host disturbs the rounds; so the least disturbed quarter of rounds is printed beside the median.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { READING_OPTIONS } from '../server/src/db/pools/settings.ts';
import { startEmbedded, type EmbeddedDatabase } from '../server/src/db/embedded/launcher.ts';
import { seedManyContracts } from '../server/seeds/bench.ts';
import { crowded, gather, type Crowded } from './parts/crowd.ts';
import { homeScript } from './parts/home-script.ts';
import { pgbench, prepare } from './parts/portal.ts';
import { childrenOf, cpuOf, parentOf, quantile, residentMiB } from './parts/processor.ts';
import { startServer } from './parts/server.ts';
import { viewer, type Look } from './parts/viewer.ts';

const PORT = 8180;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
/** The server gets faster until about the seven thousandth view, while the engine's compiler optimises it. */
const WARM_UP = 8000;
const ROUNDS = 40;
const VIEWS = 100;
const BATCHES = 300;
const CROWDS = [10, 50];
const CROWD_ROUNDS = 10;
const CROWD_VIEWS = 2000;

async function main(): Promise<void> {
  const others = Number(process.argv[2] ?? 0);
  const dataDir = join('/var/tmp', `kabinet-bench-${others}`);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  const db = openDatabase(embedded.url);
  await prepare(db, embedded.url);
  await addContracts(db, Math.max(others, ...CROWDS));
  const server = await startServer({ dataDir, port: PORT, metricsPort: 9564, more: { BURST: '1000000' } });
  try {
    console.log(`A view among ${others} further contracts; medians of ${ROUNDS} rounds, then their lower quarter:`);
    for (const who of [100001, 100005]) {
      for (const encoding of ['identity', 'gzip'] as const)
        console.log(await measured({ db, embedded, server }, who, encoding));
    }
    for (const clients of CROWDS) console.log(await measuredCrowd({ db, embedded, server }, clients));
    console.log(`The server keeps ${residentMiB(server.pid ?? 0).toFixed(0)} MiB.`);
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await db.close();
    await embedded.stop();
  }
}

async function addContracts(db: Database, others: number): Promise<void> {
  const { rows } = await db.pool.query<{ count: number }>('select count(*) from contract where contract_id > 200000');
  if ((rows[0]?.count ?? 0) < others) await seedManyContracts(db.pool, { count: others, now: new Date() });
  await db.pool.query('vacuum analyze');
}

async function signIn(login: number): Promise<string> {
  const reply = await fetch(`${URL_OF_SERVER}/api/v2/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: URL_OF_SERVER },
    body: JSON.stringify({ login: String(login), password: 'demo-kabinet' }),
  });
  return ((await reply.json()) as { access_token: string }).access_token;
}

interface Running {
  readonly db: Database;
  readonly embedded: EmbeddedDatabase;
  readonly server: ChildProcess;
}

interface Round {
  /** The median of its views, milliseconds. */
  readonly took: number;
  /** CPU time per view, milliseconds. */
  readonly server: number;
  readonly base: number;
  readonly perSecond: number;
  readonly batches: number;
}

const floor = (embedded: EmbeddedDatabase, script: string, clients: number, transactions: number): Promise<number> =>
  pgbench(embedded, { script, clients, transactions, options: READING_OPTIONS });

/** Rounds of many clients, and of pgbench with as many; each line: median, then the least disturbed quarter. */
async function measuredCrowd({ db, embedded }: Running, clients: number): Promise<string> {
  const { script } = await homeScript(db, await signIn(100001));
  await crowded(await gather(db, PORT, clients), WARM_UP);
  const rounds: (Crowded & { batches: number })[] = [];
  for (let round = 0; round < CROWD_ROUNDS; round += 1) {
    // New connections for each round: the server closes idle ones while pgbench runs.
    const views = await crowded(await gather(db, PORT, clients), CROWD_VIEWS);
    rounds.push({ ...views, batches: await floor(embedded, script, clients, CROWD_VIEWS) });
  }
  return [
    `${clients} clients at once, gzip:`,
    lineOf('views a second', rounds, ({ perSecond }) => perSecond, 'more'),
    lineOf('median of a view, ms', rounds, ({ median }) => median),
    lineOf('p99 of a view, ms', rounds, ({ p99 }) => p99),
    lineOf('views to batches of pgbench', rounds, ({ perSecond, batches }) => perSecond / batches, 'more'),
  ].join('\n');
}

async function measured(
  { db, embedded, server }: Running,
  who: number,
  encoding: 'identity' | 'gzip',
): Promise<string> {
  const token = await signIn(who);
  const { statements, script } = await homeScript(db, token);
  const look = await viewer({ port: PORT, token, encoding });
  for (let done = 0; done < WARM_UP; done += 1) await look();
  const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const views = await viewed(look, [server.pid ?? 0, ...childrenOf(postmaster)]);
    rounds.push({ ...views, batches: await floor(embedded, script, 1, BATCHES) });
  }
  return [`${who}, ${encoding}, ${(await look()).bytes} bytes, ${statements} statements:`, ...linesOf(rounds)].join(
    '\n',
  );
}

/** Makes some views and measures their cost for the processes: the server, then those of PostgreSQL. */
async function viewed(look: Look, processes: readonly number[]): Promise<Omit<Round, 'batches'>> {
  const before = processes.map(cpuOf);
  const began = performance.now();
  const times: number[] = [];
  for (let done = 0; done < VIEWS; done += 1) times.push((await look()).took);
  const perSecond = (VIEWS / (performance.now() - began)) * 1000;
  // A connection that has closed meanwhile did not serve these views.
  const spent = processes.map((pid, index) => Math.max(0, cpuOf(pid) - (before[index] ?? 0)) / VIEWS);
  const [server = 0, ...base] = spent;
  return { took: quantile(times, 0.5), server, base: base.reduce((sum, time) => sum + time, 0), perSecond };
}

const linesOf = (rounds: readonly Round[]): string[] => [
  lineOf('a view, ms', rounds, ({ took }) => took),
  lineOf('CPU of server and PostgreSQL, ms', rounds, ({ server, base }) => server + base),
  lineOf('  of the server', rounds, ({ server }) => server),
  lineOf('  of PostgreSQL', rounds, ({ base }) => base),
  lineOf('pgbench, batches a second', rounds, ({ batches }) => batches, 'more'),
  lineOf('views to batches of pgbench', rounds, ({ perSecond, batches }) => perSecond / batches, 'more'),
];

/** A figure over all rounds: its median, then the least disturbed quarter of rounds. */
function lineOf<T>(name: string, rounds: readonly T[], of: (round: T) => number, better: 'less' | 'more' = 'less') {
  const values = rounds.map(of);
  const quiet = quantile(values, better === 'less' ? 0.25 : 0.75);
  return `  ${name}: ${quantile(values, 0.5).toFixed(2)}, ${quiet.toFixed(2)}`;
}

await main();
