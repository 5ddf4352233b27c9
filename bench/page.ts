// What a page costs that comes rendered: `node bench/page.ts [contracts] [paths]` (needs `npm run build`).
// In alternating rounds on one server, ten and fifty clients at once, each of another contract: the batch of home as scripts ask for
// it, and each page as a browser with an empty cache opens it (`GET /lk/`, other paths with commas between them). Prints views per
// second, p99, the CPU time of the server, and the ratio of each page to the batch of the same round, which other load on the host
// disturbs least; then the memory of the server.
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { seedManyContracts } from '../server/seeds/bench.ts';
import { crowded, gather, type Crowded } from './parts/crowd.ts';
import { pageCrowd } from './parts/document.ts';
import { prepare } from './parts/portal.ts';
import { cpuOf, quantile, residentMiB } from './parts/processor.ts';
import { startServer } from './parts/server.ts';
import type { Look } from './parts/viewer.ts';

const PORT = 8183;
const WARM_UP = 3000;
const ROUNDS = 8;
const VIEWS = 1000;
const CROWDS = [10, 50];

interface Round extends Crowded {
  /** CPU time of the server per view, milliseconds. */
  readonly cpu: number;
  readonly bytes: number;
}

async function main(): Promise<void> {
  const others = Number(process.argv[2] ?? 0);
  const paths = (process.argv[3] ?? '/lk/').split(',');
  const dataDir = join('/var/tmp', `kabinet-bench-page-${others}`);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  const db = openDatabase(embedded.url);
  await prepare(db, embedded.url);
  await addContracts(db, Math.max(others, ...CROWDS));
  const server = await startServer({ dataDir, port: PORT, metricsPort: 9567, more: { BURST: '1000000' } });
  const pid = server.pid ?? 0;
  try {
    for (const clients of CROWDS) await compare(db, pid, clients, paths);
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

async function compare(db: Database, pid: number, clients: number, paths: readonly string[]): Promise<void> {
  const ways = ['batch', ...paths];
  const crowdOf = (way: string): Promise<Look[]> =>
    way === 'batch' ? gather(db, PORT, clients) : pageCrowd(db, PORT, clients, way);
  for (const way of ways) await crowded(await crowdOf(way), WARM_UP);
  const rounds = new Map<string, Round[]>(ways.map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ways) rounds.get(way)?.push(await roundOf(await crowdOf(way), pid));
  }
  const batches = rounds.get('batch') ?? [];
  for (const [way, list] of rounds) {
    const ratios = list.map(({ perSecond }, index) => perSecond / (batches[index]?.perSecond ?? NaN));
    console.log(`${clients} clients, ${way}: ${lineOf(list)}, to the batch ${quantile(ratios, 0.5).toFixed(2)}`);
  }
  console.log(`The server keeps ${residentMiB(pid).toFixed(0)} MiB after ${clients} clients.`);
}

async function roundOf(crowd: readonly Look[], pid: number): Promise<Round> {
  const before = cpuOf(pid);
  const views = await crowded(crowd, VIEWS);
  const cpu = (cpuOf(pid) - before) / VIEWS;
  const { bytes } = (await crowd[0]?.()) ?? { bytes: NaN };
  return { ...views, cpu, bytes };
}

/** Medians over all rounds; in brackets the better quarter. */
function lineOf(rounds: readonly Round[]): string {
  const of = (value: (round: Round) => number, quiet: number): string => {
    const values = rounds.map(value);
    return `${quantile(values, 0.5).toFixed(2)} (${quantile(values, quiet).toFixed(2)})`;
  };
  return [
    `${of(({ perSecond }) => perSecond, 0.75)} views a second`,
    `median ${of(({ median }) => median, 0.25)} ms`,
    `p99 ${of(({ p99 }) => p99, 0.25)} ms`,
    `server ${of(({ cpu }) => cpu, 0.25)} ms`,
    `${rounds[0]?.bytes} bytes`,
  ].join(', ');
}

await main();
