// A provider of N contracts: `node bench/provider/provider.ts [contracts] [processes, with commas between] [seconds of a step]`.
// A mixed day at rates that grow, until not all is answered: the knee. Then twice the knee, which nobody can answer: how much is
// still answered right and in time. Then a bad evening, and the first of a month: the night's charging beside a usual day. With fewer cores than processes, their number says little.
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type Database } from '../../server/src/db/database.ts';
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts';
import { childrenOf, cpuOf, parentOf } from '../parts/processor.ts';
import { SANDBOX_SECRET } from '../../e2e/harness/api.ts';
import { startServer } from '../parts/server.ts';
import { DAY, EVENING, mixOf, SITE, type City } from './actions.ts';
import { agentsFile, cityOf } from './city.ts';
import { beginNight } from './first-of-month.ts';
import { figuresOf, HEAD, kindsOf, lineOf, type Figures } from './figures.ts';
import { endLoad, openLoop } from './open-loop.ts';
import { yearOf } from './year.ts';

const PORT = 5010;
const SLOWEST = 130;
const STEP = 1.3;
/** Of what is asked, right and in time: below it the knee is behind. */
const KEPT = 0.95;
const REST_MS = 3000;
/** A night without anybody beside it is over by then. */
const NIGHT_MS = 600_000;
/** Of the knee: a usual day. */
const USUAL = 0.7;
/** A crowd stays: in one line a few seconds of it still look well. */
const CROWD_TIMES = 3;

interface Bench {
  readonly db: Database;
  readonly city: City;
  readonly ports: readonly number[];
  readonly cpu: () => { portal: number; postgres: number };
  readonly stepMs: number;
  /** Goes on from load to load, so that others come. */
  readonly count: { now: number };
}

async function main(): Promise<void> {
  const contracts = Number(process.argv[2] ?? 30_000);
  const counts = (process.argv[3] ?? '1,2').split(',').map(Number);
  const stepMs = Number(process.argv[4] ?? 10) * 1000;
  const dataDir = join('/var/tmp', `kabinet-ops-provider-${contracts}`);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  const db = openDatabase(embedded.url);
  try {
    const city = await cityOf(db, embedded.url, contracts);
    const count = { now: 0 };
    for (const processes of counts) await withProcesses(db, { dataDir, processes, city, stepMs, count });
    console.log((await yearOf(db)).join('\n'));
  } finally {
    endLoad();
    await db.close();
    await embedded.stop();
  }
}

type Run = Omit<Bench, 'db' | 'ports' | 'cpu'> & { readonly dataDir: string; readonly processes: number };

async function withProcesses(db: Database, { dataDir, processes, ...rest }: Run): Promise<void> {
  const agents = await agentsFile(dataDir);
  const more = {
    BURST: '1000000',
    SANDBOX_SECRET,
    KABINET_PAYMENT_AGENTS: agents,
    KABINET_DEMO: 'on',
    FISCAL: 'none',
    PUBLIC_URL: SITE,
  };
  const servers: ChildProcess[] = [];
  try {
    for (let place = 0; place < processes; place += 1) {
      // Jobs of one process for all.
      const worker = { KABINET_WORKER: place === 0 ? 'on' : 'off' };
      const at = { port: PORT + place, metricsPort: PORT + 50 + place };
      servers.push(await startServer({ dataDir, ...at, more: { ...more, ...worker } }));
    }
    const bench = { ...rest, db, ports: servers.map((_, place) => PORT + place), cpu: await cpuClock(db, servers) };
    console.log(`\n${processes} process${processes === 1 ? '' : 'es'}\n\n${HEAD.join('\n')}`);
    await judge(bench);
  } finally {
    for (const server of servers) server.kill('SIGTERM');
    await Promise.all(servers.map((server) => once(server, 'exit')));
  }
}

async function cpuClock({ pool }: Database, servers: readonly ChildProcess[]): Promise<Bench['cpu']> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const sum = (pids: readonly number[]) => pids.reduce((all, pid) => all + cpuOf(pid), 0);
  return () => ({ portal: sum(servers.map(({ pid }) => pid ?? 0)), postgres: sum(childrenOf(postmaster)) });
}

async function judge(bench: Bench): Promise<void> {
  await step(bench, 'warm-up', DAY, SLOWEST * 2);
  const knee = await kneeOf(bench);
  const crowd = { ...bench, stepMs: bench.stepMs * CROWD_TIMES };
  const twice = await step(crowd, 'twice the knee', DAY, knee.asked * 2);
  const evening = await step(crowd, 'bad evening', EVENING, knee.asked * 2);
  await step(bench, 'the day again', DAY, knee.asked * USUAL);
  const first = await firstOfMonth(crowd, knee.asked * USUAL);
  console.log(`\ngoodput at twice the knee: ${((twice.good / knee.good) * 100).toFixed(0)} % of the knee's`);
  for (const { name, deeds } of [knee, twice, evening, first]) console.log(`\n${name}\n\n${kindsOf(deeds).join('\n')}`);
}

/** A usual day while the worker charges every contract; then the same night alone. */
async function firstOfMonth(bench: Bench, perSecond: number): Promise<Figures> {
  const busy = await beginNight(bench.db);
  const figures = await step(bench, 'first of the month', DAY, perSecond);
  const charged = await busy.charged();
  const rest = await busy.over(NIGHT_MS);
  const alone = await (await beginNight(bench.db)).over(NIGHT_MS);
  const told = (seconds: number | undefined) => seconds?.toFixed(1) ?? 'more';
  console.log(
    `\nthe night: ${charged} accounts charged beside ${perSecond.toFixed(0)} actions a second, all after ${told(rest)} s; alone after ${told(alone)} s`,
  );
  return figures;
}

/** The highest rate of which nearly all is answered right and in time. */
async function kneeOf(bench: Bench): Promise<Figures> {
  let best: Figures | undefined;
  for (let rate = SLOWEST; ; rate *= STEP) {
    const figures = await step(bench, 'day', DAY, rate);
    if (figures.good < rate * KEPT) return best ?? figures;
    best = figures;
  }
}

async function step(bench: Bench, name: string, mix: typeof DAY, perSecond: number): Promise<Figures> {
  const { city, ports, cpu, stepMs: ms, count } = bench;
  const before = cpu();
  const deeds = await openLoop({ ports, perSecond, ms, next: mixOf(city, mix, count.now) });
  count.now += deeds.length;
  const after = cpu();
  const spent = { portal: after.portal - before.portal, postgres: after.postgres - before.postgres };
  const figures = figuresOf(name, perSecond, ms, deeds, spent);
  console.log(lineOf(figures));
  await pause(REST_MS);
  return figures;
}

await main();
