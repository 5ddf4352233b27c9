// What charging one day costs: `node bench/charging.ts [services]…` (10000 100000 1000000 when absent).
// Prints, for each number of services charged on that day: microseconds per service, and the time of the run as a ratio to one plain
// `INSERT … SELECT` of the same rows, in the same run. With `stream` as the first word: what the triggers that tell the stream of
// events add to it, as a ratio to the same run without them.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { day } from '@kabinet/contract/kernel/day';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { chargeUpTo } from '../server/src/domain/billing-run/charge-run.ts';
import { readProvider } from '../server/src/kernel/provider.ts';
import { openLog } from '../server/src/log.ts';

const TODAY = day('2026-12-01');
const SERVICES_OF_ONE = 2;
const DEFAULT = [10_000, 100_000, 1_000_000];

async function main(): Promise<void> {
  const [first, ...rest] = process.argv.slice(2);
  const ofStream = first === 'stream';
  const sizes = (ofStream || first === undefined ? rest : [first, ...rest]).map(Number);
  for (const services of sizes.length > 0 ? sizes : DEFAULT) await (ofStream ? measureStream : measure)(services);
}

/** Runs of each kind, in turn; the quickest one counts, because other work of the machine only adds. */
const ROUNDS = 3;

async function measureStream(services: number): Promise<void> {
  const runs = { told: [] as number[], untold: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['told', 'untold'] as const) runs[kind].push(await chargedOnce(services, kind));
  }
  const [told, untold] = [Math.min(...runs.told), Math.min(...runs.untold)];
  const seconds = (times: readonly number[]) => times.map((time) => round(time / 1000)).join(' ');
  console.log({
    services,
    'seconds with the triggers': seconds(runs.told),
    'seconds without them': seconds(runs.untold),
    'with to without': round(told / untold),
    'added microseconds per service': round(((told - untold) / services) * 1000),
  });
}

/** One run on a fresh database; `untold`: without the triggers that notify. */
async function chargedOnce(services: number, kind: 'told' | 'untold'): Promise<number> {
  const dataDir = join('/var/tmp', `kabinet-bench-charging-${services}-${kind}`);
  await rm(dataDir, { recursive: true, force: true });
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase(embedded.url, { connections: 2 });
  const followed = db.followSignals({ hear: () => undefined, missed: () => undefined });
  try {
    await migrate(embedded.url);
    await seed(db, services);
    // As in the product: one connection follows the signals.
    await followed.begun;
    if (kind === 'untold') await dropTelling(db);
    return await timed(() => charge(db));
  } finally {
    await followed.end();
    await db.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function dropTelling(db: Database): Promise<void> {
  const { rows } = await db.pool.query<{ table: string; trigger: string }>(`
    select tgrelid::regclass::text as table, tgname as trigger from pg_trigger
    where tgfoid::regproc::text like 'tell\\_%' and not tgisinternal`);
  if (rows.length === 0) throw new Error('No triggers tell the stream');
  for (const { table, trigger } of rows) await db.pool.query(`drop trigger ${trigger} on ${table}`);
}

async function measure(services: number): Promise<void> {
  const dataDir = join('/var/tmp', `kabinet-bench-charging-${services}`);
  await rm(dataDir, { recursive: true, force: true });
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase(embedded.url, { connections: 2 });
  try {
    await migrate(embedded.url);
    await seed(db, services);
    const run = await timed(() => charge(db));
    const plain = await timed(() => plainInsert(db));
    const { rows } = await db.pool.query<{ charges: number; balances_differ: number }>(`
      select (select count(*) from ledger_transaction where kind = 'charge') as charges,
        (select count(*) from account join (
          select account_id, sum(amount_kopecks) as entries from ledger_entry group by account_id
        ) kept using (account_id) where contract_id is not null and balance_kopecks <> entries) as balances_differ`);
    console.log({
      services,
      charged: rows[0]?.charges,
      'balances that differ': rows[0]?.balances_differ,
      'seconds of the run': round(run / 1000),
      'microseconds per service': round((run / services) * 1000),
      'seconds of a plain insert': round(plain / 1000),
      'run to plain insert': round(run / plain),
    });
  } finally {
    await db.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function charge(db: Database): Promise<void> {
  const provider = await readProvider(new URL('../server/seeds/provider.json', import.meta.url));
  const clock = { now: () => new Date(`${TODAY}T00:05:00Z`) };
  await chargeUpTo({ db, clock, provider, log: openLog('warn') }, { until: TODAY });
}

/** Inserts the same rows into tables with the same columns, indexes and checks, but without the triggers of the ledger. */
async function plainInsert(db: Database): Promise<void> {
  await db.pool.query(`
    set statement_timeout = 0;
    create table plain_transaction (like ledger_transaction including all);
    create table plain_entry (like ledger_entry including all);`);
  await db.pool.query(`
    insert into plain_transaction overriding system value select * from ledger_transaction where kind = 'charge';
    insert into plain_entry overriding system value
    select e.* from ledger_entry e join ledger_transaction t using (transaction_id) where t.kind = 'charge'`);
}

/** Contracts with enough money and two paid services each, all charged on the first of the month. */
async function seed(db: Database, services: number): Promise<void> {
  const contracts = services / SERVICES_OF_ONE;
  await db.pool.query(`
    set statement_timeout = 0;
    insert into town (town_id, name, is_default) values (1, 'Тольятти', true);
    insert into account (kind, account_no) values ('revenue', 'revenue'), ('correction', 'correction');
    insert into plan (plan_id, service_kind, name, summary, price_kopecks) overriding system value
    values (1, 'internet', 'Волга 300', '', 55000), (2, 'tv', 'Домашний', '', 24000);
    insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
    select id, 'Абонент', 'Абонент', 'Абонент', 1, '1', 1, '2025-01-01' from generate_series(1, ${contracts}) id;
    insert into account (kind, contract_id, account_no) select 'i', contract_id, contract_id from contract;
    insert into service_user
      (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
    select contract_id, account_id, type, 'Услуга', type || contract_id, '', 'active', '2025-01-01', plan_id, '2025-01-01'
    from account cross join (values ('isg', 1), ('tv', 2)) kind (type, plan_id) where contract_id is not null;
    insert into ledger_transaction (kind, reference, day, happened_at)
    select 'opening', 'opening:' || account_no, '2026-11-01', '2026-11-01' from account where contract_id is not null;
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
    select t.transaction_id, side.account_id, side.amount, t.day, t.happened_at, 'Остаток'
    from ledger_transaction t join account a on t.reference = 'opening:' || a.account_no
    cross join lateral (values (a.account_id, 100000), ((select account_id from account where kind = 'correction'), -100000))
      side (account_id, amount);`);
  await db.pool.query('vacuum analyze');
  await db.pool.query('checkpoint');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const round = (value: number) => Math.round(value * 100) / 100;

await main();
