import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbedded } from '#db/embedded/launcher.ts';
import { migrate } from '#db/migrate.ts';
import { identify } from '#domain/session/session.queries.ts';
import { buildApp } from '#http/app.ts';
import { collectMetrics, serveMetrics } from '#http/metrics.ts';
import { systemClock } from '#kernel/clock.ts';
import { readProvider } from '#kernel/provider.ts';
import type { World } from '#kernel/world.ts';
import { builtInOutside } from '#outside/outside.ts';
import { fromRoot, readConfig, type Config } from './config.ts';
import { isEmpty, seedCompanyHistory, seedDemo } from '../seeds/demo.ts';
import { handlerOf } from './handlers.ts';
import { openLog } from './log.ts';
import { startWorker } from './worker.ts';

/** How long a load balancer may need to see that this process takes no more work. */
const UNREADY_MS = 5_000;
/** Requests that are under way may take as long as a request may. */
const DRAIN_MS = 25_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start(config: Config): Promise<void> {
  const began = performance.now();
  const data = fromRoot(config.KABINET_DATA);
  const log = openLog(config.LOG_LEVEL);
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded({ dataDir: data, say }) : undefined;
  const db = openDatabase(config.DATABASE_URL ?? embedded?.url ?? '');
  await migrate(db.pool);
  const isDemo = config.KABINET_DEMO && (await prepareDemo(db));

  const provider = await readProvider(config.KABINET_PROVIDER ?? fromRoot('server/seeds/provider.json'));
  const outside = builtInOutside({
    db,
    publicUrl: config.PUBLIC_URL,
    secret: config.SANDBOX_SECRET ?? (await ownSecret(data)),
    mailFolder: join(data, 'mail'),
  });
  const world: World = { db, clock: systemClock, outside, provider, publicUrl: config.PUBLIC_URL, log };

  let stopping = false;
  const metrics = collectMetrics(db);
  const app = await buildApp(
    { world, handlerOf, identify },
    {
      trustedProxies: config.TRUSTED_PROXIES.split(',').filter((address) => address !== ''),
      webFolder: fromRoot('web/dist'),
      isStopping: () => stopping,
      watch: metrics.watch,
    },
  );
  const worker = config.KABINET_WORKER ? await startWorker(world) : undefined;
  const metricsServer = await serveMetrics(metrics.registry, config.METRICS_PORT);
  await app.listen({ host: config.HOST, port: config.PORT });
  announce(config, isDemo, performance.now() - began);
  const filling = isDemo ? seedCompanyHistory(db.pool, { now: systemClock.now() }) : Promise.resolve();
  filling.catch((error: unknown) => {
    if (!stopping) log.error({ err: error }, 'demo history');
  });

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // A terminal waits for nobody; a load balancer must first see that the process is not ready.
    if (!process.stdin.isTTY && config.HOST !== '127.0.0.1') await pause(UNREADY_MS);
    await Promise.race([app.close(), pause(DRAIN_MS)]);
    metricsServer.close();
    await worker?.stop();
    await db.close();
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

/** Fills an empty database with the demo provider; tells whether the database holds the demo. */
async function prepareDemo(db: Database): Promise<boolean> {
  if (await isEmpty(db.pool)) {
    say('Загружаю демонстрационного провайдера…');
    await seedDemo(db.pool, { now: systemClock.now(), company: 'later' });
    return true;
  }
  const { rowCount } = await db.pool.query('select 1 from contract where contract_id between 100001 and 100005');
  return rowCount === 5;
}

/** A secret made once and kept beside the data, so that it survives a restart. */
async function ownSecret(data: string): Promise<string> {
  const file = join(data, 'sandbox-secret');
  await mkdir(data, { recursive: true });
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  return readFile(file, 'utf8');
}

function announce(config: Config, isDemo: boolean, took: number): void {
  say(`\nКабинет готов за ${(took / 1000).toFixed(1)} с: ${config.PUBLIC_URL}/lk/`);
  if (!isDemo) return;
  say('Демонстрационные договоры, пароль у всех demo-kabinet:');
  say('  100001  все услуги, деньги есть       100002  долг, интернет отключён');
  say('  100003  новый абонент                 100004  смена тарифа, заблокирован логин');
  say('  100005  компания, 120 услуг\n');
}

Promise.resolve(process.env)
  .then(readConfig)
  .then(start)
  .catch((error: unknown) => {
    process.stderr.write(`Кабинет не запустился: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
