import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { openDatabase, type Database, type DatabaseOptions } from '#db/database.ts';
import { startEmbedded } from '#db/embedded/launcher.ts';
import { migrate } from '#db/migrate.ts';
import { identify } from '#domain/session/session.queries.ts';
import { readTellers } from '#domain/teller/teller.ts';
import { buildApp } from '#http/app.ts';
import { collectMetrics, serveMetrics } from '#http/metrics.ts';
import { systemClock } from '#kernel/clock.ts';
import { readProvider } from '#kernel/provider.ts';
import type { World } from '#kernel/world.ts';
import { fromRoot, readConfig, type Config } from './config.ts';
import { connectOutside, holdsDemo } from './connect.ts';
import { isEmpty, seedCompanyHistory, seedDemo } from '../seeds/demo.ts';
import { handlerOf } from './handlers.ts';
import { openLog } from './log.ts';
import { startWorker } from './worker.ts';
import type { Logger } from 'pino';

// What a request leaves behind is a few megabytes: one thread clears it away for less than several that wait for one another.
setFlagsFromString('--no-parallel-scavenge');

/** How long a load balancer may need to see that this process takes no more work. */
const UNREADY_MS = 5_000;
/** Requests that are under way may take as long as a request may. */
const DRAIN_MS = 25_000;

/** A job waits for a connection rather than fail. */
const JOBS: DatabaseOptions = { connections: 8, readers: 2, patience: 10_000 };

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What has been opened, closed in the opposite order whenever the process ends, however far the start had come. */
const opened = new AsyncDisposableStack();
let stopping = false;
let unreadyFirst = false;

async function start(config: Config): Promise<void> {
  unreadyFirst = config.BEHIND_BALANCER;
  const began = performance.now();
  const data = fromRoot(config.KABINET_DATA);
  const log = openLog(config.LOG_LEVEL);
  const url = await databaseUrl(config, data);
  const db = open(url);
  await migrate(db.pool);
  const isDemo = config.KABINET_DEMO && (await prepareDemo(db));
  const world = await buildWorld(config, { db, isDemo, log });

  const metrics = collectMetrics(db);
  const metricsServer = await serveMetrics(metrics.registry, config.METRICS_PORT);
  opened.defer(() => void metricsServer.close());
  if (config.KABINET_WORKER) {
    // Connections of its own: however many requests there are, jobs go on.
    const worker = await startWorker({ ...world, db: open(url, JOBS) });
    opened.defer(() => worker.stop());
  }
  const app = await buildApp(
    { world, handlerOf, identify },
    {
      trustedProxies: config.TRUSTED_PROXIES.split(',').filter((address) => address !== ''),
      webFolder: fromRoot('web/dist'),
      isStopping: () => stopping,
      watch: metrics.watch,
      burst: config.BURST,
      tellers: await readTellers(config.KABINET_TELLERS),
      countTeller: metrics.countTeller,
    },
  );
  opened.defer(() => Promise.race([app.close(), pause(DRAIN_MS)]).then(() => undefined));
  await app.listen({ host: config.HOST, port: config.PORT });
  announce(config, isDemo, performance.now() - began);
  if (isDemo) await seedCompanyHistory(db.pool, { now: systemClock.now() });
}

async function databaseUrl(config: Config, data: string): Promise<string> {
  if (config.DATABASE_URL !== undefined) return config.DATABASE_URL;
  const embedded = await startEmbedded({ dataDir: data, say });
  opened.defer(() => embedded.stop());
  return embedded.url;
}

function open(url: string, options?: DatabaseOptions): Database {
  const db = openDatabase(url, options);
  opened.defer(() => db.close());
  return db;
}

async function buildWorld(
  config: Config,
  { db, isDemo, log }: { db: Database; isDemo: boolean; log: Logger },
): Promise<World> {
  return {
    db,
    clock: systemClock,
    provider: await readProvider(config.KABINET_PROVIDER ?? fromRoot('server/seeds/provider.json')),
    publicUrl: config.PUBLIC_URL,
    outside: await connectOutside(config, db, isDemo),
    log,
  };
}

/** Ends in order: not ready, what is under way answered, then everything closed. */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Somebody at a terminal, or a service that is not behind a balancer, waits for nothing.
  if (unreadyFirst) await pause(UNREADY_MS);
  await opened.disposeAsync().catch(() => undefined);
  process.exit(code);
}

/** Fills an empty database with the demo provider; tells whether the database holds the demo. */
async function prepareDemo(db: Database): Promise<boolean> {
  if (await isEmpty(db.pool)) {
    say('Загружаю демонстрационного провайдера…');
    await seedDemo(db.pool, { now: systemClock.now(), company: 'later' });
    return true;
  }
  return holdsDemo(db);
}

function announce(config: Config, isDemo: boolean, took: number): void {
  say(`\nКабинет готов за ${(took / 1000).toFixed(1)} с: ${config.PUBLIC_URL}/lk/`);
  if (!isDemo) return;
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
