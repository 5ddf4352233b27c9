// What `kill -9` costs: `node bench/kill.ts [kills]` (20 when absent; Node 24). Clients and a terminal pay while the charging run
// makes up for two months of a thousand accounts, and the server, the worker, PostgreSQL, or all of them are killed at random moments.
// Then everything that was acknowledged is looked for in the books. The exit code is 1 when something is lost or doubled.
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { contract } from '@kabinet/contract';
import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { Client, SANDBOX_SECRET, tellOfPayment } from '../e2e/api.ts';
import { Server } from '../e2e/server.ts';
import { openDatabase } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { seedDemo } from '../server/seeds/demo.ts';

const ACCOUNTS = 1000;
const DAYS = 60;
const FEE = 19_00;
const PAYERS = [100001, 100002, 100003, 100004] as const;
const VICTIMS = ['server', 'worker', 'database', 'everything'] as const;
/** How long a client or a bank waits for an answer, as real ones do. */
const PATIENCE_MS = 30_000;
const SETTLED_WITHIN_MS = 180_000;
const TODAY = dayIn('Europe/Samara', new Date());

/** A payment that the portal has said it took. */
interface Acknowledged {
  readonly reference: string;
  readonly kopecks: number;
}

const acknowledged: Acknowledged[] = [];
let [isOver, refusals, unanswered] = [false, 0, 0];
const isPaying = () => !isOver;

async function main(): Promise<void> {
  const kills = Number(process.argv[2] ?? 20);
  const dataDir = await mkdtemp(join(tmpdir(), 'kabinet-kill-'));
  // Root's database runs as another user, who must be able to enter.
  await chmod(dataDir, 0o711);
  await prepare(dataDir);
  const tellers = join(dataDir, 'tellers.json');
  await writeFile(tellers, JSON.stringify([TELLER]));
  const common = { SANDBOX_SECRET, BURST: '100000', KABINET_TELLERS: tellers, FISCAL: 'none' };
  const [server, worker] = [await Server.on(dataDir), await Server.on(dataDir)];
  const parts: Parts = {
    server: [server, () => server.resume({ ...common, KABINET_WORKER: 'off' })],
    worker: [worker, () => worker.resume({ ...common, PUBLIC_URL: server.url })],
  };
  for (const [, start] of Object.values(parts)) await start();
  await query(dataDir, `select graphile_worker.add_job('charge', job_key => 'charge')`);

  const paying = [...PAYERS.map((who) => payByQr(server.url, who)), payAtTerminal(server.url)];
  const { recoveries, victims } = await strikeOften(kills, parts);
  isOver = true;
  await Promise.all(paying);
  const isSettled = await settled(dataDir);
  const figures = await look(dataDir);
  const { code, output } = await server.operator('ledger', 'verify');
  await worker.end();
  await server.end();
  await rm(dataDir, { recursive: true, force: true });

  console.log({
    kills,
    victims,
    'payments acknowledged': acknowledged.length,
    'answers lost or refused': refusals,
    'requests nobody answered': unanswered,
    ...figures,
    'all settled': isSettled,
    'ledger verify': code === 0 ? 'clean' : output,
    'median recovery, ms': Math.round(median(recoveries)),
    'longest recovery, ms': Math.round(Math.max(...recoveries)),
  });
  const isRight = isSettled && code === 0 && figures.lost + figures.doubled + figures['days left out or doubled'] === 0;
  process.exitCode = isRight ? 0 : 1;
}

type Victim = (typeof VICTIMS)[number];
/** The processes, and how each is started again. */
type Parts = Record<'server' | 'worker', readonly [Server, () => Promise<void>]>;

async function strikeOften(kills: number, parts: Parts) {
  const recoveries: number[] = [];
  const victims: Partial<Record<Victim, number>> = {};
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(300 + Math.random() * 2500);
    const victim = VICTIMS[Math.floor(Math.random() * VICTIMS.length)] ?? 'server';
    victims[victim] = (victims[victim] ?? 0) + 1;
    recoveries.push(await strike(victim, parts));
  }
  return { recoveries, victims };
}

/** Kills; answers the milliseconds until the portal is ready again and all its processes run. */
async function strike(victim: Victim, parts: Parts): Promise<number> {
  const began = performance.now();
  const struck = (['server', 'worker'] as const).filter((part) => victim === part || victim === 'everything');
  if (victim === 'database' || victim === 'everything') await parts.server[0].killDatabase();
  for (const part of struck) await parts[part][0].end('SIGKILL');
  for (const part of struck) await parts[part][1]();
  await isAnswered(parts.server[0].url);
  return performance.now() - began;
}

const TELLER = {
  name: 'terminals',
  title: 'Терминалы',
  protocol: 'osmp',
  addresses: ['127.0.0.1'],
  secret: { kind: 'none' },
  smallest: '1',
  largest: '15000',
  fiscalized_by: 'agent',
  method: 'cash',
};

/** The demo, and accounts with a plan by the day that were charged last two months ago. */
async function prepare(dataDir: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase(embedded.url);
  const { pool } = db;
  await migrate(embedded.url);
  await seedDemo(pool, { now: new Date(), company: 'small' });
  const first = addDays(TODAY, -DAYS);
  const statements = [
    `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
     select 400000 + n, 'Клиент', 'Клиент', 'Клиент', (select min(town_id) from town), '1', 1, '2025-01-01' from generate_series(1, ${ACCOUNTS}) n`,
    `insert into account (kind, contract_id, account_no, credit_limit_kopecks)
     select 'i', contract_id, contract_id || 'i', ${DAYS * FEE} from contract where contract_id > 400000`,
    `with p as (insert into plan (service_kind, name, summary, price_kopecks, unit) values ('internet', 'Суточный', '', ${FEE}, 'day') returning plan_id)
     insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
     select contract_id, account_id, 'isg', 'Интернет', 'k' || contract_id, '', 'active', now(), plan_id, '2025-01-01'
     from account, p where contract_id > 400000`,
    `update account set charged_through = '${first}' where contract_id is not null`,
    `delete from charge_run`,
    `insert into charge_run (day, started_at, finished_at) values ('${first}', now(), now())`,
  ];
  for (const statement of statements) await pool.query(statement);
  await db.close();
  await embedded.stop();
}

/** Orders a QR, pays it in the bank, and the bank tells of it until it is heard. */
async function payByQr(url: string, who: number): Promise<void> {
  const client = new Client(url);
  await untilDone(() => client.signIn(who));
  for (let turn = 0; isPaying(); turn += 1) {
    const kopecks = 10_00 + turn * 100 + (who % 10);
    const order = await untilDone(() =>
      client
        .ask(contract.payment.sbp, { query: { p: 'i', amount: (kopecks / 100).toFixed(2) } } as never)
        .catch(async (error: unknown) => {
          if (String(error).includes('unauthorized')) await client.signIn(who);
          throw error;
        }),
    );
    const operation = randomUUID();
    await untilDone(async () => {
      if ((await tellOfPayment(url, order.qr_id, order.amount, operation)) !== 200) throw new Error('not heard');
    });
    acknowledged.push({ reference: `sandbox:${operation}`, kopecks });
    // A bank may say it twice.
    if (Math.random() < 0.3) await tellOfPayment(url, order.qr_id, order.amount, operation);
  }
}

/** A terminal repeats a payment until it is answered for good. */
async function payAtTerminal(url: string): Promise<void> {
  for (let txn = 1; isPaying(); txn += 1) {
    const kopecks = 50_00 + txn;
    const query = new URLSearchParams({
      command: 'pay',
      txn_id: String(txn),
      account: `${400_001 + (txn % ACCOUNTS)}i`,
      sum: (kopecks / 100).toFixed(2),
    });
    await untilDone(async () => {
      const answer = await (await fetch(`${url}/gateway/osmp?${query.toString()}`)).text();
      if (!answer.includes('<result>0</result>')) throw new Error(answer);
    });
    acknowledged.push({ reference: `teller:terminals:${txn}`, kopecks });
  }
}

async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await answeredInTime(work());
    } catch {
      refusals += 1;
      await pause(50);
    }
  }
}

/** Whoever asks a server that was killed may wait for ever: nobody does. */
async function answeredInTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = pause(PATIENCE_MS, undefined, { signal: timer.signal }).then(() => {
    unanswered += 1;
    throw new Error('no answer');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}

async function isAnswered(url: string): Promise<void> {
  await untilDone(async () => {
    if (!(await fetch(`${url}/readyz`)).ok) throw new Error('not ready');
  });
}

/** Asks the database past every process of ours. */
async function query<Row extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const [, , , port, host] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host: host ?? '', port: Number(port), user: 'kabinet', database: 'kabinet' });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Whether all jobs are done and today is charged. */
async function settled(dataDir: string): Promise<boolean> {
  const began = Date.now();
  while (Date.now() - began < SETTLED_WITHIN_MS) {
    const [left] = await query<{ left: number }>(
      dataDir,
      `select ((select count(*) from payment_notification where outcome = 'due') + (select count(*) from outbox_effect where state = 'due')
         + (select count(*) from account where contract_id is not null and charged_through < $1))::int as left`,
      [TODAY],
    );
    if (left?.left === 0) return true;
    await pause(500);
  }
  return false;
}

async function look(dataDir: string) {
  const booked = await query<{ reference: string; times: number; kopecks: number }>(
    dataDir,
    `select t.reference, count(*)::int as times, sum(e.amount_kopecks)::int as kopecks
     from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
     where t.reference = any($1) and a.contract_id is not null group by t.reference`,
    [acknowledged.map(({ reference }) => reference)],
  );
  const books = new Map(booked.map((row) => [row.reference, row]));
  const lost = acknowledged.filter(({ reference }) => !books.has(reference)).length;
  const doubled = acknowledged.filter(({ reference, kopecks }) => {
    const found = books.get(reference);
    return found !== undefined && (found.times !== 1 || found.kopecks !== kopecks);
  }).length;
  const [charged] = await query<{ days: number; wrong: number }>(
    dataDir,
    `select sum(days)::int as days, count(*) filter (where days <> $1 or days <> all_lines)::int as wrong from (
       select a.account_id, count(distinct e.service_from) as days, count(e.entry_id) as all_lines
       from account a left join ledger_entry e on e.account_id = a.account_id and e.amount_kopecks < 0
       where a.contract_id > 400000 group by a.account_id) one`,
    [DAYS],
  );
  return {
    'payments credited': booked.length,
    lost,
    doubled,
    'days charged': charged?.days ?? 0,
    'days left out or doubled': charged?.wrong ?? ACCOUNTS,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

await main();
