// A rolling restart that nobody notices: `node bench/rolling.ts [rounds] [requests a second] [haproxy] [from=folder]` (3 and 500 when
// absent; Node 24; needs nginx or haproxy: Debian's packages). Two processes of the portal on one database behind nginx with
// deploy/web/nginx.conf, or behind HAProxy with deploy/ha/haproxy.cfg. Clients send reads, home screens, sign-ins, and changes with an
// Idempotency-Key. In each round both processes are restarted, the second as soon as the first takes requests again. With `from`, a
// built former version, both run it at first; then the database is migrated beside them, and the first round upgrades them. Counts
// requests that were lost. The exit code is 1 if there are any.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { freePort, freePorts } from '../server/test/process/process.ts';
import { seedManyContracts } from '../server/seeds/bench.ts';
import { seedDemo } from '../server/seeds/demo.ts';
import { tokenOf } from './parts/crowd.ts';
import { loadFormer } from './parts/former.ts';
import { startHaproxy } from './parts/haproxy.ts';
import { startNginx } from './parts/nginx.ts';
import { quantile } from './parts/processor.ts';
import { startServer } from './parts/server.ts';
import { GROWING_MS, steadyLoad, type RequestOutcome } from './parts/steady-load.ts';

const words = process.argv.slice(2);
const [ROUNDS = 3, PER_SECOND = 500] = words.filter((word) => /^[0-9]+$/.test(word)).map(Number);
const former = words.find((word) => word.startsWith('from='))?.slice('from='.length);
const startBalancer = words.includes('haproxy') ? startHaproxy : startNginx;
const CLIENTS = 200;
/** How long all must run before the first restart at the whole rate, and after the last. */
const CALM_MS = 3_000;

/** One of the processes, and how to start it. */
interface Part {
  readonly port: number;
  readonly start: (root?: string) => Promise<ChildProcess>;
  process: ChildProcess;
}

async function main(): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-rolling-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  // If root runs this, the database and nginx run as other users, who need access.
  await chmod(folder, 0o711);
  const { url, clients } = await prepareDatabase(join(folder, 'data'), opened);
  const [one = 0, other = 0, address = 0] = await freePorts(3);
  const ports = [one, other] as const;
  const site = `http://127.0.0.1:${address}`;
  const parts = await Promise.all(ports.map((port) => startPart(port, { folder, url, site })));
  opened.defer(async () => void (await Promise.all(parts.map(end))));
  const balancer = await startBalancer({ folder, address, ports });
  opened.defer(balancer.end);

  const load = steadyLoad({ site, clients, perSecond: PER_SECOND });
  await pause(GROWING_MS + CALM_MS);
  const gaps = [];
  // As `kabinet migrate` does, while the former version serves.
  if (former !== undefined) await migrate(url);
  for (let round = 0; round < ROUNDS; round += 1) gaps.push(await restartInTurn(parts));
  await pause(CALM_MS);
  const outcomes = await load.end();
  report(outcomes, gaps);
  if (outcomes.some(({ failure }) => failure !== undefined)) console.log(await balancer.errors());
}

async function prepareDatabase(dataDir: string, opened: AsyncDisposableStack) {
  const embedded = await startEmbedded({ dataDir });
  opened.defer(() => embedded.stop());
  await (former === undefined ? loadOurs(embedded.url) : loadFormer(former, embedded.url, CLIENTS));
  const db = openDatabase(embedded.url);
  await db.pool.query('vacuum analyze');
  const { rows } = await db.pool.query<{ contract_id: number }>(
    'select contract_id from contract where contract_id > 200000 order by contract_id limit $1',
    [CLIENTS],
  );
  const clients = await Promise.all(
    rows.map(async ({ contract_id: contractId }, index) => ({
      contractId,
      token: await tokenOf(db, contractId),
      address: `127.1.${index + 1}.1`,
    })),
  );
  await db.close();
  return { url: embedded.url, clients };
}

async function loadOurs(url: string): Promise<void> {
  await migrate(url);
  const db = openDatabase(url);
  await seedDemo(db.pool, { now: new Date(), company: 'small' });
  await seedManyContracts(db.pool, { count: CLIENTS, now: new Date() });
  await db.close();
}

/** A process with the settings of deploy/debian, on the demo. */
async function startPart(
  port: number,
  { folder, url, site }: { folder: string; url: string; site: string },
): Promise<Part> {
  const more = {
    DATABASE_URL: url,
    SERVICE_SECRET_KEY: '5e'.repeat(32),
    KABINET_DEMO: 'on',
    PUBLIC_URL: site,
    TRUSTED_PROXIES: '127.0.0.1',
    BEHIND_BALANCER: 'on',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
  const metricsPort = await freePort();
  const start = (root?: string) =>
    startServer({ dataDir: join(folder, 'own'), port, metricsPort, more, ...(root !== undefined && { root }) });
  return { port, start, process: await start(former) };
}

async function end({ process }: Part): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  process.kill('SIGTERM');
  await once(process, 'exit');
}

/** As `systemctl restart kabinet@8080 && systemctl restart kabinet@8081`; returns the seconds from one SIGTERM to the other. */
async function restartInTurn(parts: readonly Part[]): Promise<number> {
  const begun: number[] = [];
  for (const part of parts) {
    begun.push(performance.now());
    await end(part);
    part.process = await part.start();
  }
  return ((begun[1] ?? 0) - (begun[0] ?? 0)) / 1000;
}

function report(outcomes: readonly RequestOutcome[], gaps: readonly number[]): void {
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  const times = outcomes.map(({ took }) => took);
  const began = Math.min(...outcomes.map(({ at }) => at)) + GROWING_MS;
  const grown = outcomes.filter(({ at }) => at >= began);
  const seconds = (Math.max(...outcomes.map(({ at }) => at)) - began) / 1000;
  console.log({
    restarts: ROUNDS * 2,
    requests: outcomes.length,
    'requests a second': Math.round(grown.length / seconds),
    ...Object.fromEntries(countBy(outcomes, ({ kind }) => kind)),
    failed: failed.length,
    failures: Object.fromEntries(countBy(failed, ({ kind, failure }) => `${kind}: ${failure}`)),
    'median, ms': Math.round(quantile(times, 0.5)),
    'p99, ms': Math.round(quantile(times, 0.99)),
    'longest, ms': Math.round(Math.max(...times)),
    'seconds from one restart to the other': gaps.map((gap) => Math.round(gap * 10) / 10),
  });
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function countBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

await main();
