import { mkdir, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../server/src/db/database.ts';
import { CONNECTION_OPTIONS } from '../../server/src/db/pools/settings.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../server/src/db/embedded/launcher.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import type { PaymentAgent } from '../../server/src/domain/payments/payment-agents/payment-agent.ts';
import { identify, isConfirmed } from '../../server/src/domain/identity/session/session.queries.ts';
import { handlerOf } from '../../server/src/handlers/handler-of.ts';
import { buildApp } from '../../server/src/http/app.ts';
import { systemClock } from '../../server/src/kernel/clock.ts';
import { readProvider } from '../../server/src/kernel/provider.ts';
import type { World } from '../../server/src/kernel/world.ts';
import { openLog } from '../../server/src/log.ts';
import { builtInOutside } from '../../server/src/integrations/outside.ts';
import { seedCompanyHistory, seedDemo } from '../../server/seeds/demo.ts';

type App = Awaited<ReturnType<typeof buildApp>>;

const PUBLIC_URL = 'http://127.0.0.1:8080';

/** A portal in this process, on the demo with the company's whole history; its data remain after the run. */
export interface BenchPortal {
  readonly world: World;
  readonly app: App;
  readonly embedded: EmbeddedDatabase;
  close(): Promise<void>;
}

interface Options {
  readonly agents?: readonly PaymentAgent[];
  /** Wraps the portal's database. */
  readonly through?: (db: Database) => Database;
}

export async function openPortal(
  name: string,
  { agents = [], through = (db) => db }: Options = {},
): Promise<BenchPortal> {
  const embedded = await startEmbedded({ dataDir: join('/var/tmp', `kabinet-bench-${name}`), say: console.log });
  const db = openDatabase(embedded.url);
  await prepare(db, embedded.url);
  const world = await worldOver(through(db));
  const app = await buildApp(
    { world, handlerOf, identify, isConfirmed },
    { trustedProxies: [], burst: Number.MAX_SAFE_INTEGER, agents },
  );
  return {
    world,
    app,
    embedded,
    async close() {
      await app.close();
      await db.close();
      await embedded.stop();
    },
  };
}

/** The world of a portal, with built-in adapters only. */
export async function worldOver(db: Database): Promise<World> {
  return {
    db,
    clock: systemClock,
    provider: await readProvider(new URL('../../server/seeds/provider.json', import.meta.url)),
    publicUrl: PUBLIC_URL,
    staffUrl: PUBLIC_URL,
    outside: builtInOutside({
      db,
      isDemo: true,
      publicUrl: PUBLIC_URL,
      secret: 'bench',
      mailFolder: '/tmp/kabinet-bench',
      serviceKey: '5e'.repeat(32),
    }),
    log: openLog('silent'),
  };
}

/** Creates the tables and loads the demo with the company's whole history. */
export async function prepare(db: Database, url: string): Promise<void> {
  const now = systemClock.now();
  await migrate(url);
  await seedDemo(db.pool, { now, company: 'later' });
  await seedCompanyHistory(db.pool, { now });
  await db.pool.query('vacuum analyze');
}

/** A bearer token of a demo contract. */
export async function signIn(app: App, login: number): Promise<string> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v2/auth/token',
    headers: { origin: PUBLIC_URL },
    payload: { login: String(login), password: 'demo-kabinet' },
  });
  return reply.json<{ access_token: string }>().access_token;
}

interface Script {
  readonly script: string;
  readonly clients: number;
  readonly transactions: number;
  /** Settings of the connections, which influence the plans; default: those for changes. */
  readonly options?: string;
}

/** Transactions per second of a pgbench script with prepared statements. */
export async function pgbench(
  { socketDir }: EmbeddedDatabase,
  { script, clients, transactions, options = CONNECTION_OPTIONS }: Script,
): Promise<number> {
  await mkdir('/tmp/kabinet-bench', { recursive: true });
  await writeFile('/tmp/kabinet-bench/script.sql', script);
  const words = ['-h', socketDir, '-U', 'kabinet', '-M', 'prepared', '-n', '-c', String(clients), '-j', '2'];
  const run = spawnSync(
    program(),
    [...words, '-t', String(Math.ceil(transactions / clients)), '-f', '/tmp/kabinet-bench/script.sql', 'kabinet'],
    { encoding: 'utf8', env: { ...process.env, PGOPTIONS: options } },
  );
  const perSecond = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1] ?? Number.NaN);
  if (Number.isNaN(perSecond)) throw new Error(`pgbench failed: ${run.stderr}`);
  return perSecond;
}

function program(): string {
  const found = ['pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find(
    (path) => spawnSync(path, ['--version']).status === 0,
  );
  if (!found) throw new Error('Install pgbench (Debian: postgresql-15)');
  return found;
}
