// What a pooler costs: `node bench/database/pooler.ts [views]` (4000 when absent; root; PgBouncer as the peers have it). Home is looked at and
// a message is marked as read by ten clients at once, in rounds: by PostgreSQL's own address, through PgBouncer by sessions, and by transactions
// with four sessions. Prints each as a ratio to the first one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newestPgbouncer } from '../../peers/pgbouncer/newest.mjs';
import { freePort } from '../../peers/mail/folder.ts';
import { openDatabase, type Database } from '../../server/src/db/database.ts';
import { sql } from '../../server/src/db/sql.ts';
import { identify, isConfirmed } from '../../server/src/domain/identity/session/session.queries.ts';
import { handlerOf } from '../../server/src/handlers/handler-of.ts';
import { buildApp } from '../../server/src/http/app.ts';
import { cloneDatabase, databaseAt, nameOf, startTestServer, TEMPLATES } from '../../server/test/database/database.ts';
import { HOME } from '../parts/home-parts.ts';
import { signIn, worldOver } from '../parts/portal.ts';
import { quantile } from '../parts/processor.ts';

const CLIENTS = 10;
const ROUNDS = 9;
const ROLE = 'pooled';
const PATIENT = { patience: 10_000 };

interface Way {
  readonly name: string;
  readonly db: Database;
  /** Views of home and changes a second, of all clients. */
  readonly views: number[];
  readonly changes: number[];
  readonly view: () => Promise<void>;
}

async function main(): Promise<void> {
  const views = Number(process.argv[2] ?? 4000);
  const { server, direct } = await startDemo();
  const bySessions = await startPooler(direct, ['pool_mode = session', 'default_pool_size = 30']);
  const byTransactions = await startPooler(direct, ['pool_mode = transaction', 'default_pool_size = 4']);
  const ways = [
    await open('PostgreSQL itself', openDatabase(direct.href, PATIENT)),
    await open('PgBouncer by sessions', openDatabase(bySessions.url, PATIENT)),
    await open('PgBouncer by transactions', openDatabase(byTransactions.url, { ...PATIENT, sessionUrl: direct.href })),
  ];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const way of ways) {
        const viewed = await perSecond(way.view, views / ROUNDS);
        const changed = await perSecond(() => change(way.db), views / ROUNDS);
        // The first round warms up.
        if (round > 0) (way.views.push(viewed), way.changes.push(changed));
      }
    }
    const [own] = ways;
    for (const { name, ...way } of ways) {
      console.log(name, {
        'views of home a second': Math.round(quantile(way.views, 0.5)),
        'as a ratio': ratio(way.views, own?.views ?? []),
        'changes a second': Math.round(quantile(way.changes, 0.5)),
        'ratio of changes': ratio(way.changes, own?.changes ?? []),
      });
    }
  } finally {
    for (const { db } of ways) await db.close();
    await Promise.all([bySessions.stop(), byTransactions.stop()]);
    await server.stop();
  }
}

/** The median of the rounds. */
const ratio = (these: readonly number[], those: readonly number[]): number =>
  Math.round(
    quantile(
      these.map((value, round) => value / (those[round] ?? Number.NaN)),
      0.5,
    ) * 100,
  ) / 100;

async function open(name: string, db: Database): Promise<Way> {
  const app = await buildApp(
    { world: await worldOver(db), handlerOf, identify, isConfirmed },
    { trustedProxies: [], burst: Number.MAX_SAFE_INTEGER },
  );
  const token = await signIn(app, 100_001);
  const view = async () => {
    const { statusCode } = await app.inject({
      ...{ method: 'POST', url: '/api/v2/default/index', headers: { authorization: `Bearer ${token}` }, payload: HOME },
    });
    if (statusCode !== 200) throw new Error(`home was answered with ${statusCode}`);
  };
  return { name, db, views: [], changes: [], view };
}

const change = (db: Database): Promise<number> =>
  db.write((tx) =>
    tx.run(sql`update contract set client_name = client_name where contract_id = 100001 + (random() * 4)::integer`),
  );

async function perSecond(work: () => Promise<unknown>, times: number): Promise<number> {
  let left = times;
  const began = performance.now();
  const onAndOn = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CLIENTS }, onAndOn));
  return (times / (performance.now() - began)) * 1000;
}

/** A server with the demo that asks for a password by TCP. */
async function startDemo() {
  const tcpPort = await freePort();
  const server = await startTestServer({ tcpPort });
  const database = nameOf(await cloneDatabase(server.url, TEMPLATES.demo));
  const owner = new pg.Client({ connectionString: databaseAt(server.url, database) });
  await owner.connect();
  await owner.query(`create role ${ROLE} login superuser password '${ROLE}'`);
  await owner.end();
  return { server, direct: new URL(`postgresql://${ROLE}:${ROLE}@127.0.0.1:${tcpPort}/${database}`) };
}

async function startPooler(direct: URL, settings: readonly string[]) {
  const port = await freePort();
  const folder = await mkdtemp('/tmp/kabinet-pooler-');
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${direct.pathname.slice(1)} = host=127.0.0.1 port=${direct.port} user=${ROLE} password=${ROLE}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
max_prepared_statements = 2000
${settings.join('\n')}
`,
  );
  await chmod(folder, 0o755);
  const [command, ...args] = await newestPgbouncer();
  const pooler = spawn(command, [...args, '-q', '-u', 'nobody', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  await pause(1000);
  const stop = async () => {
    pooler.kill('SIGQUIT');
    await once(pooler, 'exit');
  };
  return { url: `postgresql://${ROLE}@127.0.0.1:${port}${direct.pathname}`, stop };
}

await main();
