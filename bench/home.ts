// What one view of the home screen costs: `node bench/home.ts [contracts]`.
// Prints, for 100001 and 100005: the median at one connection, views per second as a ratio to the same statements sent pipelined
// by pgbench in the same run, and the CPU time of the server's process and of PostgreSQL per view.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { contract } from '@kabinet/contract';
import { openDatabase, type Database, type Tx } from '../server/src/db/database.ts';
import { startEmbedded, type Embedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import type { Sql } from '../server/src/db/sql.ts';
import { identify } from '../server/src/domain/session/session.queries.ts';
import { handlerOf } from '../server/src/handlers.ts';
import { readProvider } from '../server/src/kernel/provider.ts';
import { runCall } from '../server/src/kernel/run-call.ts';
import { openLog } from '../server/src/log.ts';
import { builtInOutside } from '../server/src/outside/outside.ts';
import { seedManyContracts } from '../server/seeds/bench.ts';
import { isEmpty, seedCompanyHistory, seedDemo } from '../server/seeds/demo.ts';
import { HOME } from './home-parts.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PORT = 8180;
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;
/** Until the compiler of the engine has seen it all. */
const WARM_UP = 1500;
const VIEWS = 1500;
const TICK_MS = 10;

async function main(): Promise<void> {
  const others = Number(process.argv[2] ?? 0);
  const dataDir = join('/var/tmp', `kabinet-bench-${others}`);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  const db = openDatabase(embedded.url);
  await prepare(db, others);
  const server = await startServer(dataDir);
  try {
    for (const who of [100001, 100005]) {
      for (const encoding of ['identity', 'gzip'] as const) {
        console.log(await measure(db, embedded, server, { who, encoding, others }));
      }
    }
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await db.close();
    await embedded.stop();
  }
}

async function prepare(db: Database, others: number): Promise<void> {
  const now = new Date();
  await migrate(db.pool);
  if (await isEmpty(db.pool)) await seedDemo(db.pool, { now, company: 'later' });
  await seedCompanyHistory(db.pool, { now });
  const { rows } = await db.pool.query<{ count: number }>('select count(*) from contract where contract_id > 200000');
  if ((rows[0]?.count ?? 0) < others) await seedManyContracts(db.pool, { count: others, now });
  await db.pool.query('vacuum analyze');
}

async function startServer(dataDir: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(PORT),
      METRICS_PORT: '9564',
      KABINET_DATA: dataDir,
      LOG_LEVEL: 'error',
      BURST: '1000000',
    },
  });
  while (
    !(await fetch(`${URL_OF_SERVER}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    ))
  )
    await pause(100);
  return server;
}

async function signIn(login: number): Promise<string> {
  const reply = await fetch(`${URL_OF_SERVER}/api/v2/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: URL_OF_SERVER },
    body: JSON.stringify({ login: String(login), password: 'demo-kabinet' }),
  });
  return ((await reply.json()) as { access_token: string }).access_token;
}

interface View {
  readonly who: number;
  readonly encoding: 'identity' | 'gzip';
  /** How many further contracts the database holds. */
  readonly others: number;
}

async function measure(db: Database, embedded: Embedded, server: ChildProcess, view: View) {
  const { who, encoding, others } = view;
  const token = await signIn(who);
  const look = async () => {
    const began = performance.now();
    const reply = await fetch(`${URL_OF_SERVER}/api/v2/default/index`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': encoding,
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(HOME),
    });
    const bytes = (await reply.arrayBuffer()).byteLength;
    if (!reply.ok) throw new Error(`The home screen answered ${reply.status}`);
    return { took: performance.now() - began, bytes };
  };
  for (let done = 0; done < WARM_UP; done += 1) await look();
  const postmaster = await postmasterOf(db);
  const before = { node: cpuOf(server.pid ?? 0), base: cpuOfChildren(postmaster) };
  const began = performance.now();
  const times: number[] = [];
  let bytes = 0;
  for (let done = 0; done < VIEWS; done += 1) {
    const one = await look();
    times.push(one.took);
    bytes = one.bytes;
  }
  const perSecond = (VIEWS / (performance.now() - began)) * 1000;
  const after = { node: cpuOf(server.pid ?? 0), base: cpuOfChildren(postmaster) };
  const floor = await floorOf(db, embedded, token);
  const median = times.sort((a, b) => a - b)[VIEWS / 2] ?? 0;
  return [
    `${who} among ${others} further contracts, ${encoding}:`,
    `  median ${median.toFixed(2)} ms, ${bytes} bytes of JSON`,
    `  CPU per view: server ${((after.node - before.node) / VIEWS).toFixed(2)} ms, PostgreSQL ${((after.base - before.base) / VIEWS).toFixed(2)} ms`,
    `  views per second: ${perSecond.toFixed(0)}, pgbench with the same ${floor.statements} statements pipelined: ${floor.perSecond.toFixed(0)}, ratio ${(perSecond / floor.perSecond).toFixed(2)}`,
  ].join('\n');
}

/** The same statements without us: one pgbench client, prepared, pipelined. */
async function floorOf(db: Database, embedded: Embedded, token: string) {
  const statements = await recorded(db, token);
  const script = [
    '\\startpipeline',
    'begin isolation level repeatable read read only;',
    ...statements.map((statement) => `${withValues(statement)};`),
    'commit;',
    '\\endpipeline',
  ].join('\n');
  await mkdir('/tmp/kabinet-bench', { recursive: true });
  await writeFile('/tmp/kabinet-bench/home.sql', script);
  const words = [
    '-h',
    embedded.socketDir,
    '-U',
    'kabinet',
    '-M',
    'prepared',
    '-n',
    '-t',
    String(VIEWS),
    '-f',
    '/tmp/kabinet-bench/home.sql',
    'kabinet',
  ];
  const run = spawnSync(pgbench(), words, { encoding: 'utf8' });
  const perSecond = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1] ?? Number.NaN);
  if (Number.isNaN(perSecond)) throw new Error(`pgbench failed: ${run.stderr}`);
  return { statements: statements.length, perSecond };
}

function pgbench(): string {
  const found = ['pgbench', '/usr/lib/postgresql/15/bin/pgbench'].find(
    (path) => spawnSync(path, ['--version']).status === 0,
  );
  if (!found) throw new Error('Install pgbench (Debian: postgresql-15)');
  return found;
}

/** Every statement that one home batch sends, in order. */
async function recorded(db: Database, token: string): Promise<Sql[]> {
  const statements: Sql[] = [];
  const spy = (tx: Tx): Tx => ({
    rows: (statement) => (statements.push(statement), tx.rows(statement)),
    one: (statement) => (statements.push(statement), tx.one(statement)),
    maybe: (statement) => (statements.push(statement), tx.maybe(statement)),
    run: (statement) => (statements.push(statement), tx.run(statement)),
  });
  const spied: Database = { ...db, read: (work) => db.read((tx) => work(spy(tx))) };
  const world = {
    db: spied,
    clock: { now: () => new Date() },
    provider: await readProvider(join(ROOT, 'server/seeds/provider.json')),
    publicUrl: URL_OF_SERVER,
    outside: builtInOutside({
      isDemo: true,
      db,
      publicUrl: URL_OF_SERVER,
      secret: 'bench',
      serviceKey: '5e'.repeat(32),
      mailFolder: '/tmp/kabinet-bench',
    }),
    log: openLog('silent'),
  };
  const request = {
    ip: '127.0.0.1',
    browser: '',
    origin: undefined,
    fetchSite: undefined,
    fetchDest: undefined,
    token,
    idempotencyKey: undefined,
    contract: undefined,
  };
  const reply = { header: () => undefined, cookie: () => undefined };
  await runCall({ world, handlerOf, identify }, contract.byDefault.index, { body: HOME }, request, reply);
  return statements;
}

function withValues({ text, values }: Sql): string {
  return (
    text
      .replace(/--.*$/gm, '')
      .replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1] as Parameter))
      // pgbench takes a colon before a word for its own variable, also within quotes.
      .replace(/'(?:[^']|'')*'/g, (quoted) => (quoted.includes(':') ? `E${quoted.replaceAll(':', '\\x3a')}` : quoted))
      .replaceAll('\n', ' ')
  );
}

type Parameter = string | number | boolean | Date | Buffer | null | undefined | readonly (string | number)[];

function literal(value: Parameter): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (typeof value === 'object') return `'{${value.join(',')}}'`;
  return `'${value.replaceAll("'", "''")}'`;
}

async function postmasterOf(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(statOf(rows[0]?.pid ?? 0)[1]);
}

/** The fields of /proc/<pid>/stat behind the name. */
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');

/** CPU time of a process so far, milliseconds. */
const cpuOf = (pid: number) => {
  const stat = statOf(pid);
  return (Number(stat[11]) + Number(stat[12])) * TICK_MS;
};

/** CPU time of a server's processes, those that have ended meanwhile included. */
const cpuOfChildren = (parent: number) => {
  const stat = statOf(parent);
  const ended = (Number(stat[13]) + Number(stat[14])) * TICK_MS;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .reduce((sum, pid) => {
      try {
        return Number(statOf(pid)[1]) === parent ? sum + cpuOf(pid) : sum;
      } catch {
        return sum;
      }
    }, ended);
};

await main();
