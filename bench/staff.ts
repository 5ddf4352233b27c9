// What subscribers feel while the staff work: `node bench/staff.ts [calls per second, with commas between] [contracts] [seconds]`.
// Two clerks and programs make calls of the staff at a fixed rate, and subscribers look at home at a fixed rate. In one run, home alone and
// home beside each rate take short turns, in changing order, so that other load on the host hits all of them; the figure is the ratio.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SEE_PEOPLE_RIGHT } from '../contract/src/staff/index.ts';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { cookieOf, staffKey, staffToken } from '../server/test/portal/staff.ts';
import { tokenOf } from './parts/crowd.ts';
import { fallIntoDebt } from './parts/debts.ts';
import { addManyContracts } from './parts/many-contracts.ts';
import { prepare } from './parts/portal.ts';
import { childrenOf, cpuOf, parentOf } from './parts/processor.ts';
import { startServer } from './parts/server.ts';
import { soughtContracts, STAFF_CALLS } from './parts/staff-calls.ts';
import { openOffice } from './parts/staff-office.ts';
import { answeredIn, KEPT, report, type Turn } from './parts/staff-report.ts';
import { viewer, type Look } from './parts/viewer.ts';

const PORT = 8184;
const CLERKS = 2;
const PROGRAMS = 4;
const SUBSCRIBERS = 50;
const HOMES_PER_SECOND = 100;
const SOUGHT = 5000;
/** Programs that may look for people by name, phone and address. */
const RIGHTS = [...STAFF_CALLS, SEE_PEOPLE_RIGHT];
const TURN_MS = 3000;
const WARM_UP_MS = 6000;
/** A rate that can be kept is below the most that was answered, when calls already waited. */
const BELOW_MOST = 0.8;

type Office = ReturnType<typeof openOffice>;

interface Bench {
  readonly subscribers: readonly Look[];
  readonly office: Office;
  /** The server, PostgreSQL, the staff. */
  readonly processes: () => readonly (readonly number[])[];
}

async function main(): Promise<void> {
  const asked = (process.argv[2] ?? '500').split(',').map(Number);
  const contracts = Number(process.argv[3] ?? 30_000);
  const seconds = Number(process.argv[4] ?? 120);
  const dataDir = join('/var/tmp', `kabinet-bench-staff-${contracts}`);
  const embedded = await startEmbedded({ dataDir, say: console.log });
  const db = openDatabase(embedded.url);
  await fill(db, embedded.url, contracts);
  // Jobs would disturb some turns and not others.
  const more = { BURST: '1000000', KABINET_WORKER: 'off' };
  const server = await startServer({ dataDir, port: PORT, metricsPort: 9568, more });
  const office = await staffOf(db);
  try {
    const bench = {
      subscribers: await subscribersOf(db),
      office,
      processes: await processesOf(db, server.pid ?? 0, office),
    };
    const rates = await ratesToKeep(bench, asked);
    report(await measured(bench, [0, ...rates], seconds * 1000));
  } finally {
    office.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
    await db.close();
    await embedded.stop();
  }
}

/** A later run takes the contracts of an earlier one. */
async function fill(db: Database, url: string, contracts: number): Promise<void> {
  const { rows } = await db.pool.query<{ is_new: boolean }>(`select to_regclass('public.contract') is null as is_new`);
  await (rows[0]?.is_new === true ? prepare(db, url) : migrate(url));
  await addManyContracts(db, contracts);
  const debtors = await db.pool.query('select from account where debt_since is not null and account_id > 1000 limit 1');
  if (debtors.rowCount === 0) await fallIntoDebt(db, 40);
}

async function staffOf(db: Database): Promise<Office> {
  const portal = { pool: db.pool, clock: systemClock };
  const clerks = await Promise.all(Array.from({ length: CLERKS }, () => staffToken(portal, 'cashier')));
  const programs = await Promise.all(Array.from({ length: PROGRAMS }, () => staffKey(portal, RIGHTS)));
  return openOffice({
    port: PORT,
    clerks: clerks.map((token) => `cookie: ${cookieOf(token).cookie}`),
    programs: programs.map((key) => `authorization: Bearer ${key}`),
    contracts: await soughtContracts(db, SOUGHT),
  });
}

async function subscribersOf(db: Database): Promise<Look[]> {
  const some = await soughtContracts(db, SUBSCRIBERS);
  return Promise.all(
    some.map(async ({ contract_id: id }) => viewer({ port: PORT, token: await tokenOf(db, id), encoding: 'gzip' })),
  );
}

async function processesOf({ pool }: Database, server: number, office: Office): Promise<Bench['processes']> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  return () => [[server], childrenOf(postmaster), [office.pid]];
}

/** Warms up; adds to the rates one that can be kept, if the first one cannot. */
async function ratesToKeep(bench: Bench, asked: readonly number[]): Promise<readonly number[]> {
  const most = Math.max(...asked);
  await turnOf(bench, 0, WARM_UP_MS);
  await turnOf(bench, most, WARM_UP_MS);
  const answered = answeredIn(await turnOf(bench, most, WARM_UP_MS)) / (WARM_UP_MS / 1000);
  if (answered >= most * KEPT) return asked;
  const kept = Math.max(10, Math.floor((answered * BELOW_MOST) / 10) * 10);
  console.log(
    `${most} calls a second cannot be kept: ${answered.toFixed(0)} were answered. So ${kept} are tried, too.`,
  );
  return [...asked, kept];
}

async function measured(bench: Bench, rates: readonly number[], ms: number): Promise<Map<number, Turn[]>> {
  const turns = new Map<number, Turn[]>(rates.map((rate) => [rate, []]));
  const rounds = Math.max(1, Math.round(ms / (rates.length * TURN_MS)));
  for (let round = 0; round < rounds; round += 1) {
    const inOrder = rates.map((_, place) => rates[(place + round) % rates.length] ?? 0);
    for (const rate of inOrder) turns.get(rate)?.push(await turnOf(bench, rate, TURN_MS));
  }
  return turns;
}

async function turnOf({ subscribers, office, processes }: Bench, perSecond: number, ms: number): Promise<Turn> {
  const counted = processes();
  const spent = (): number[] => counted.map((pids) => pids.reduce((sum, pid) => sum + cpuOf(pid), 0));
  const [before, began] = [spent(), performance.now()];
  const [home, staff] = await Promise.all([
    homes(subscribers, ms),
    perSecond === 0 ? undefined : office.work({ perSecond, ms }),
  ]);
  const took = performance.now() - began;
  const cores = spent().map((now, place) => (now - (before[place] ?? 0)) / took);
  return { ...home, staff, ms, cores };
}

/** At a fixed rate, however slow the replies are; a subscriber looks again after his last reply. */
async function homes(subscribers: readonly Look[], ms: number): Promise<Pick<Turn, 'home' | 'refusedHomes'>> {
  const home: number[] = [];
  let refusedHomes = 0;
  const last = subscribers.map(() => Promise.resolve());
  const began = performance.now();
  for (let count = 0; count < (ms * HOMES_PER_SECOND) / 1000; count += 1) {
    await pause(Math.max(0, began + (count * 1000) / HOMES_PER_SECOND - performance.now()));
    const at = performance.now();
    const place = count % subscribers.length;
    last[place] = last[place]!.then(async () => {
      try {
        await subscribers[place]?.();
        home.push(performance.now() - at);
      } catch {
        refusedHomes += 1;
      }
    });
  }
  await Promise.all(last);
  return { home, refusedHomes };
}

await main();
