// What a page costs that comes rendered: `node bench/page.ts [contracts] [paths] [former]` (needs `npm run build`).
// In alternating rounds on one server, ten and fifty clients at once, each of another contract: the batch of home as scripts ask for
// it, and each page as a browser with an empty cache opens it (`GET /lk/`, other paths with commas between them). Prints views per
// second, p99, the CPU time of the server, and the ratio of each page to the batch of the same round, which other load on the host
// disturbs least; then the memory of the server. With the folder of a former version (built, with its modules), a server of it takes
// each round in turn with the present one, and the ratio to it is printed.
import { once } from 'node:events';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
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
const METRICS_PORT = 9567;
const WARM_UP = 3000;
const ROUNDS = 8;
const VIEWS = 1000;
const CROWDS = [10, 50];
/** Batches a second of the machine for which the goal of p99 is set. */
const QUICK = 1100;

interface Round extends Crowded {
  /** CPU time of the server per view, milliseconds. */
  readonly cpu: number;
  readonly bytes: number;
}

interface Version {
  readonly name: string;
  readonly port: number;
  readonly server: ChildProcess;
  /** By what is looked at. */
  readonly rounds: Map<string, Round[]>;
}

async function main(): Promise<void> {
  const others = Number(process.argv[2] ?? 0);
  const paths = (process.argv[3] ?? '/lk/').split(',');
  const former = process.argv[4];
  const dataDir = join('/var/tmp', `kabinet-bench-page-${others}`);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  const db = openDatabase(embedded.url);
  await prepare(db, embedded.url);
  await addContracts(db, Math.max(others, ...CROWDS));
  const versions: Version[] = [];
  try {
    if (former !== undefined) versions.push(await startVersion('former', { dataDir, index: 1, root: former }));
    versions.push(await startVersion('present', { dataDir, index: 0 }));
    for (const clients of CROWDS) await compare(db, versions, clients, ['batch', ...paths]);
  } finally {
    for (const { server } of versions) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await db.close();
    await embedded.stop();
  }
}

async function startVersion(
  name: string,
  { dataDir, index, root }: { dataDir: string; index: number; root?: string },
): Promise<Version> {
  const [port, metricsPort] = [PORT + index, METRICS_PORT + index];
  const server = await startServer({ dataDir, port, metricsPort, more: { BURST: '1000000' }, ...(root && { root }) });
  return { name, port, server, rounds: new Map() };
}

async function addContracts(db: Database, others: number): Promise<void> {
  const { rows } = await db.pool.query<{ count: number }>('select count(*) from contract where contract_id > 200000');
  if ((rows[0]?.count ?? 0) < others) await seedManyContracts(db.pool, { count: others, now: new Date() });
  await db.pool.query('vacuum analyze');
}

async function compare(
  db: Database,
  versions: readonly Version[],
  clients: number,
  ways: readonly string[],
): Promise<void> {
  const crowdOf = (way: string, { port }: Version): Promise<Look[]> =>
    way === 'batch' ? gather(db, port, clients) : pageCrowd(db, port, clients, way);
  for (const version of versions) {
    version.rounds.clear();
    for (const way of ways) await crowded(await crowdOf(way, version), WARM_UP);
  }
  for (const { way, version } of inTurns(versions, ways)) {
    const made = await roundOf(await crowdOf(way, version), pidOf(version));
    version.rounds.set(way, [...(version.rounds.get(way) ?? []), made]);
  }
  for (const version of versions) report(version, versions[0] ?? version, clients);
}

/** Each round has every way with every version; each version is the first one in every second round. */
const inTurns = (versions: readonly Version[], ways: readonly string[]) =>
  Array.from({ length: ROUNDS }, (_, round) => (round % 2 === 0 ? versions : versions.toReversed())).flatMap((turns) =>
    ways.flatMap((way) => turns.map((version) => ({ way, version }))),
  );

const pidOf = ({ server }: Version): number => server.pid ?? 0;

async function roundOf(crowd: readonly Look[], pid: number): Promise<Round> {
  const before = cpuOf(pid);
  const views = await crowded(crowd, VIEWS);
  const cpu = (cpuOf(pid) - before) / VIEWS;
  const { bytes } = (await crowd[0]?.()) ?? { bytes: NaN };
  return { ...views, cpu, bytes };
}

function report(version: Version, former: Version, clients: number): void {
  const batches = version.rounds.get('batch') ?? [];
  for (const [way, list] of version.rounds) {
    const toBatch = ratio(list, batches, ({ perSecond }) => perSecond);
    const quick = quantile(
      list.map(({ p99 }, index) => (p99 * (batches[index]?.perSecond ?? NaN)) / QUICK),
      0.5,
    );
    console.log(
      `${version.name}, ${clients} clients, ${way}: ${lineOf(list)}, to the batch ${toBatch}, p99 at ${QUICK} batches a second ${quick.toFixed(0)} ms`,
    );
    if (version !== former)
      console.log(`  to the former version: ${againstFormer(list, former.rounds.get(way) ?? [])}`);
  }
  console.log(`${version.name}: ${residentMiB(pidOf(version)).toFixed(0)} MiB after ${clients} clients.`);
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

const againstFormer = (present: readonly Round[], former: readonly Round[]): string =>
  `views ${ratio(present, former, ({ perSecond }) => perSecond)}, p99 ${ratio(present, former, ({ p99 }) => p99)}, CPU ${ratio(present, former, ({ cpu }) => cpu)}`;

/** The median of the ratios, round by round. */
function ratio(some: readonly Round[], others: readonly Round[], value: (round: Round) => number): string {
  const ratios = some.map((round, index) => {
    const other = others[index];
    return other ? value(round) / value(other) : NaN;
  });
  return quantile(ratios, 0.5).toFixed(2);
}

await main();
