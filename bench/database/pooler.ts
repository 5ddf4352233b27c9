// What a pooler costs: `node bench/database/pooler.ts [views]` (4000 when absent; root; PgBouncer as the peers have it). Home is looked at and
// a message is marked as read by ten clients at once, in rounds: by PostgreSQL's own address, through PgBouncer by sessions, and by transactions
// with four sessions. Prints each as a ratio to the first one.
import pg from 'pg';
import { newestPgbouncer } from '../../peers/pgbouncer/newest.mjs';
import { startPooler } from '../../peers/pgbouncer/pooled.ts';
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

/** A second, of all clients. */
interface Round {
  readonly views: number;
  readonly changes: number;
}

interface Way {
  readonly name: string;
  readonly db: Database;
  readonly rounds: Round[];
  readonly view: () => Promise<void>;
}

async function main(): Promise<void> {
  const views = Number(process.argv[2] ?? 4000);
  const { server, direct } = await startDemo();
  const program = await newestPgbouncer();
  const bySessions = await startPooler(direct, program, ['pool_mode = session', 'default_pool_size = 30']);
  const byTransactions = await startPooler(direct, program, [
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_prepared_statements = 2000',
  ]);
  const ways = [
    await open('PostgreSQL itself', openDatabase(direct, PATIENT)),
    await open('PgBouncer by sessions', openDatabase(bySessions.url, PATIENT)),
    await open('PgBouncer by transactions', openDatabase(byTransactions.url, { ...PATIENT, sessionUrl: direct })),
  ];
  try {
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const way of ways) way.rounds.push(await measured(way, views / ROUNDS));
    for (const { name, rounds } of ways) console.log(name, comparedTo(ways[0]?.rounds ?? [], rounds));
  } finally {
    for (const { db } of ways) await db.close();
    await Promise.all([bySessions.stop(), byTransactions.stop()]);
    await server.stop();
  }
}

const measured = async ({ view, db }: Way, times: number): Promise<Round> => ({
  views: await perSecond(view, times),
  changes: await perSecond(() => change(db), times),
});

function comparedTo(own: readonly Round[], these: readonly Round[]) {
  const median = (valueOf: (round: Round, first: Round) => number): number =>
    quantile(these.map((round, index) => valueOf(round, own[index] ?? round)).slice(1), 0.5);
  const hundredths = (value: number) => Math.round(value * 100) / 100;
  return {
    'views of home a second': Math.round(median(({ views }) => views)),
    'as a ratio': hundredths(median(({ views }, first) => views / first.views)),
    'changes a second': Math.round(median(({ changes }) => changes)),
    'ratio of changes': hundredths(median(({ changes }, first) => changes / first.changes)),
  };
}

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
  return { name, db, rounds: [], view };
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
  return { server, direct: `postgresql://${ROLE}:${ROLE}@127.0.0.1:${tcpPort}/${database}` };
}

await main();
