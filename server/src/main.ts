import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { openDatabase, type Database, type DatabaseOptions } from '#db/database.ts';
import { startEmbedded } from '#db/embedded/launcher.ts';
import { migrate } from '#db/migrate.ts';
import { refusalOfDatabase } from '#db/reach.ts';
import { holdToServiceKey } from '#domain/services/access/service-key.ts';
import { identify, isConfirmed } from '#domain/identity/session/session.queries.ts';
import { readPaymentAgents } from '#domain/payments/payment-agents/payment-agent.ts';
import { buildApp } from '#http/app.ts';
import { listening } from '#http/listening.ts';
import { collectMetrics, serveMetrics } from '#http/metrics.ts';
import { systemClock } from '#kernel/clock.ts';
import { readProvider } from '#kernel/provider.ts';
import type { World } from '#kernel/world.ts';
import { endWithin } from './ending.ts';
import { fromRoot, readConfig, type Config } from './config/config.ts';
import { connectOutside } from './connect.ts';
import { handlerOf } from './handlers/handler-of.ts';
import { openLog } from './log.ts';
import { startSpeed } from './speed/start.ts';
import { prepareDemo } from './prepare-demo.ts';
import { listenForReports } from './jobs/messages.ts';
import { startWorker } from './worker.ts';

// A request leaves a few megabytes of garbage: one thread collects it more cheaply than several that wait for each
// other.
setFlagsFromString('--no-parallel-scavenge');

/** How long a load balancer may need to notice that this process takes no more requests. */
const UNREADY_MS = 5_000;
/**
 * Time for running requests and jobs to finish on shutdown. Together with what follows it stays below the usual 30 s
 * until SIGKILL.
 */
const DRAIN_MS = 18_000;
/** Time for connections to close, and for the embedded PostgreSQL to stop. */
const CLOSE_MS = 2_000;
const EMBEDDED_MS = 5_000;

/** A job waits for a connection instead of failing. */
const JOBS: DatabaseOptions = { connections: 10, readers: 2, patience: 10_000 };

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Opened resources, closed in reverse order whenever the process ends, even during start-up. */
const opened = new AsyncDisposableStack();
/** Parts with work in progress: they end first, in parallel. */
const working: (() => Promise<unknown>)[] = [];
let stopping = false;
let unreadyFirst = false;

async function start(config: Config): Promise<void> {
  unreadyFirst = config.BEHIND_BALANCER;
  const began = performance.now();
  const data = fromRoot(config.KABINET_DATA);
  const log = openLog(config.LOG_LEVEL);
  const { isDemo } = config;
  const [provider, agents] = await Promise.all([
    readProvider(config.providerFile),
    readPaymentAgents(config.KABINET_PAYMENT_AGENTS),
  ]);
  const url = await databaseUrl(config, data);
  await migrate(url, { say });
  const db = open(url);
  const demo = await prepareDemo(db, { url, isDemo, say, log });
  if (demo) opened.defer(() => demo.end());
  const world = await buildWorld(config, { db, provider, log });

  const metrics = collectMetrics(db);
  opened.defer(await serveMetrics(metrics.registry, config));
  if (config.KABINET_WORKER) {
    // Its own connections, so that requests never block jobs.
    const worker = await startWorker({ ...world, db: open(url, JOBS) });
    working.push(() => worker.stop());
    const reports = listenForReports(world);
    working.push(() => reports.end());
  }
  const app = await buildApp(
    { world, handlerOf, identify, isConfirmed },
    {
      trustedProxies: config.TRUSTED_PROXIES.split(',').filter((address) => address !== ''),
      webFolder: fromRoot('web/dist'),
      isStopping: () => stopping,
      watch: metrics.watch,
      watchListeners: metrics.watchListeners,
      burst: config.BURST,
      apiDocs: config.API_DOCS,
      offline: config.OFFLINE,
      agents,
      countPaymentAgent: metrics.countPaymentAgent,
    },
  );
  working.push(() => app.close());
  opened.defer(() => {
    app.server.closeAllConnections();
  });
  const { HOST: host, PORT: port } = config;
  await listening(app.listen({ host, port }), { host, port, hostSetting: 'HOST', portSetting: 'PORT' });
  announce(config, performance.now() - began);
  demo?.fillHistory();
}

async function databaseUrl(config: Config, data: string): Promise<string> {
  if (config.DATABASE_URL === undefined) {
    const embedded = await startEmbedded({ dataDir: data, say });
    opened.defer(() => endWithin(EMBEDDED_MS, () => embedded.stop()));
    return embedded.url;
  }
  const refusal = await refusalOfDatabase(config.DATABASE_URL);
  if (refusal !== undefined) throw new Error(refusal);
  return config.DATABASE_URL;
}

function open(url: string, options?: DatabaseOptions): Database {
  const db = openDatabase(url, options);
  opened.defer(() => endWithin(CLOSE_MS, () => db.close()));
  return db;
}

async function buildWorld(
  config: Config,
  { db, provider, log }: Pick<World, 'db' | 'provider' | 'log'>,
): Promise<World> {
  const { speed, end } = await startSpeed(provider, config);
  opened.defer(end);
  const outside = await connectOutside(config, db, speed);
  await holdToServiceKey(db, outside.vault, systemClock.now());
  return { db, clock: systemClock, provider, publicUrl: config.PUBLIC_URL, outside, log };
}

/**
 * Shuts down in order, within 30 s even if something hangs: reports not ready, finishes running work, closes
 * everything.
 */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // At a terminal, or without a load balancer, there is nothing to wait for.
  if (unreadyFirst) await pause(UNREADY_MS);
  await Promise.allSettled(working.map((end) => endWithin(DRAIN_MS, end)));
  await opened.disposeAsync().catch(() => undefined);
  process.exit(code);
}

function announce(config: Config, took: number): void {
  say(`\nКабинет готов за ${(took / 1000).toFixed(1)} с: ${config.PUBLIC_URL}/lk/`);
  if (!config.isDemo) return;
  say('Демонстрационные договоры, пароль у всех demo-kabinet:');
  say('  100001  все услуги, деньги есть       100002  долг, интернет отключён');
  say('  100003  новый абонент                 100004  смена тарифа, заблокирован логин');
  say('  100005  компания, 120 услуг\n');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
Promise.resolve(process.env)
  .then(readConfig)
  .then(start)
  .catch((error: unknown) => {
    if (stopping) return;
    process.stderr.write(`Кабинет не запустился: ${error instanceof Error ? error.message : String(error)}\n`);
    void stop(1);
  });
