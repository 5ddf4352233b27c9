import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { openDatabase } from '../../server/src/db/database.ts';
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { seedDemo } from '../../server/seeds/demo.ts';

/** Accounts besides those of the demo, numbered from 400001, with overdue charges. */
export const ACCOUNTS = 1000;

/** A payment that the portal has acknowledged. */
export interface Acknowledged {
  readonly reference: string;
  readonly kopecks: number;
}

const DAYS = 60;
/** Kopecks per day. */
const FEE = 19_00;
/** A job that failed again and again waits longer each time; every five minutes the charging run starts anew. */
const SETTLED_WITHIN_MS = 600_000;
const TODAY = dayIn('Europe/Samara', new Date());

/** Loads the demo, and accounts with a daily plan that were last charged two months ago. */
export async function addLateProvider(dataDir: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir });
  const db = openDatabase(embedded.url);
  await migrate(embedded.url);
  await loadLateProvider(db.pool);
  await db.close();
  await embedded.stop();
}

/** The same in a database that has its tables. */
export async function loadLateProvider(pool: pg.Pool): Promise<void> {
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
}

/** Queries the database directly, without the portal. */
export async function query<Row extends pg.QueryResultRow>(
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
export async function settled(dataDir: string): Promise<boolean> {
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

/** Checks the acknowledged payments and the due days in the books. */
export async function booksOf(dataDir: string, acknowledged: readonly Acknowledged[]) {
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
