import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase, type Database } from '../../server/src/db/database.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { sql } from '../../server/src/db/sql.ts';
import type { PatroniCluster } from '../../peers/failover/cluster.ts';
import { Program } from '../../peers/failover/program.ts';
import { SANDBOX_SECRET } from '../../e2e/harness/api.ts';
import { ACCOUNTS, loadLateProvider, type Acknowledged } from '../parts/late-provider.ts';
import { AGENT } from '../parts/traffic.ts';
import { tokenOf } from '../parts/crowd.ts';

const SERVICE_KEY = '5e'.repeat(32);
const CROWD = 50;
/** How late a group of accounts is made at a night. */
const LATE_DAYS = 20;
const LISTENER = 100_001;
export const PAYERS = [100_001, 100_002, 100_003] as const;

export interface Provider {
  readonly db: Database;
  /** What the portal's processes are started with. */
  readonly settings: Readonly<Record<string, string>>;
  readonly crowd: readonly string[];
  readonly payers: readonly string[];
  readonly listener: string;
}

/** The demo with a thousand accounts more, in the cluster. */
export async function openProvider({ url, sessionUrl, site, folder }: PatroniCluster): Promise<Provider> {
  await migrate(sessionUrl);
  const db = openDatabase(sessionUrl, { connections: 5, readers: 1, patience: 5000 });
  await loadLateProvider(db.pool);
  // Nobody is late before his night has come.
  await db.pool.query(
    `update account set charged_through = (now() at time zone 'Europe/Samara')::date where contract_id is not null`,
  );
  await db.pool.query(
    `insert into charge_run (day, started_at, finished_at)
     select day::date, now(), now() from generate_series(current_date - ${LATE_DAYS + 5}, (now() at time zone 'Europe/Samara')::date, '1 day') day
     on conflict do nothing`,
  );
  const numbers = Array.from({ length: CROWD }, (_, index) => 400_001 + index);
  const agents = join(folder, 'payment-agents.json');
  await writeFile(agents, JSON.stringify([AGENT]));
  return {
    db,
    crowd: await Promise.all(numbers.map((contractId) => tokenOf(db, contractId))),
    payers: await Promise.all(PAYERS.map((contractId) => tokenOf(db, contractId))),
    listener: await tokenOf(db, LISTENER),
    settings: {
      DATABASE_URL: url,
      ...(sessionUrl !== url && { DATABASE_SESSION_URL: sessionUrl }),
      SERVICE_SECRET_KEY: SERVICE_KEY,
      KABINET_DEMO: 'on',
      KABINET_PAYMENT_AGENTS: agents,
      SANDBOX_SECRET,
      PUBLIC_URL: site,
      TRUSTED_PROXIES: '127.0.0.1',
      BEHIND_BALANCER: 'on',
      BURST: '1000000',
      FISCAL: 'none',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
  };
}

/** A process of the portal with its jobs, as `kabinet@8080`. */
export async function startPortal(
  root: string,
  { folder }: PatroniCluster,
  { port, metricsPort, settings }: { port: number; metricsPort: number; settings: Provider['settings'] },
): Promise<Program> {
  const own = { PORT: String(port), METRICS_PORT: String(metricsPort), KABINET_DATA: join(folder, 'portal') };
  const command = [process.execPath, join(root, 'server/src/main.ts')];
  const portal = new Program(command, join(folder, `portal-${port}.log`), { ...settings, ...own });
  portal.start();
  while (!(await isReady(port))) {
    if (!portal.runs) throw new Error(`The portal has ended, see ${folder}`);
    await pause(200);
  }
  return portal;
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );

/** Makes a group of accounts late, and orders the charging that catches up. Returns false while one is under way. */
export const fallNight = ({ db }: Provider, group: number, groups: number): Promise<boolean> =>
  db.write(async (tx) => {
    const { busy } = await tx.one<{ busy: boolean }>(
      sql`select exists (select from charge_run where finished_at is null) or not exists (
            select from charge_run where day = (now() at time zone 'Europe/Samara')::date) as busy`,
    );
    if (busy) return false;
    await tx.run(sql`
      update account set charged_through = (now() at time zone 'Europe/Samara')::date - ${LATE_DAYS}::integer
      where contract_id > 400000 and contract_id % ${groups}::bigint = ${group}::bigint`);
    await tx.run(
      sql`delete from charge_run where day > (now() at time zone 'Europe/Samara')::date - ${LATE_DAYS}::integer`,
    );
    await tx.run(sql`select graphile_worker.add_job('charge', job_key => 'charge')`);
    return true;
  });

export const isCredited = async ({ db }: Provider, reference: string): Promise<boolean> =>
  (await db.pool.query('select from ledger_transaction where reference = $1', [reference])).rowCount === 1;

/** What was answered and is not in the books, or not once, or with another sum. */
export async function wrongPayments({ db }: Provider, acknowledged: readonly Acknowledged[]) {
  const { rows } = await db.pool.query<{ reference: string; times: number; kopecks: number }>(
    `select t.reference, count(*)::int as times, sum(e.amount_kopecks)::int as kopecks
     from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
     where t.reference = any($1) and a.contract_id is not null group by t.reference`,
    [acknowledged.map(({ reference }) => reference)],
  );
  const books = new Map(rows.map((row) => [row.reference, row]));
  const lost = acknowledged.filter(({ reference }) => !books.has(reference));
  const doubled = acknowledged.filter(({ reference, kopecks }) => {
    const found = books.get(reference);
    return found !== undefined && (found.times !== 1 || found.kopecks !== kopecks);
  });
  return { lost: lost.map(({ reference }) => reference), doubled: doubled.map(({ reference }) => reference) };
}

/** Days charged to the accounts whose nights have come, and accounts with a day too few, too many, or twice. */
export async function nightsOf({ db }: Provider, nights: number, groups: number) {
  const { rows } = await db.pool.query<{ days: number; wrong: number }>(
    `select coalesce(sum(days), 0)::int as days, count(*) filter (where days <> due or days <> lines)::int as wrong from (
       select a.account_id, count(distinct e.service_from) as days, count(e.entry_id) as lines,
         case when a.contract_id % $2 < $1 then ${LATE_DAYS} else 0 end as due
       from account a left join ledger_entry e on e.account_id = a.account_id and e.amount_kopecks < 0
       where a.contract_id > 400000 group by a.account_id, a.contract_id) one`,
    [nights, groups],
  );
  return { days: rows[0]?.days ?? 0, wrong: rows[0]?.wrong ?? ACCOUNTS };
}

/** How much has still to be done by jobs. */
export async function leftOf({ db }: Provider): Promise<number> {
  const { rows } = await db.pool.query<{ left: number }>(
    `select ((select count(*) from payment_notification where outcome = 'due') + (select count(*) from outbox_effect where state = 'due')
       + (select count(*) from account where contract_id is not null and charged_through < (now() at time zone 'Europe/Samara')::date))::int as left`,
  );
  return rows[0]?.left ?? 0;
}
