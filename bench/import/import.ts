// What moving in costs: `node bench/import/import.ts [contracts] [months] [services of each]` (30 000, 36 and 4 when absent; Node 24).
// Tables of a former system, a charge and a payment of each contract for each month among them, are loaded by the command into an empty
// PostgreSQL; then the books are verified, twenty contracts are compared with the source, COPY brings the same rows into another
// empty database, and the tables come again with a hundredth of their rows changed. The exit code is 1 if anything is wrong or too slow.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { cpuOf } from '../parts/processor.ts';
import { secondsOfCopy } from './copied.ts';
import { balanceOf, contractOf, turnoverOf, writeTables, type FormerSystem } from './source.ts';

const OPERATOR = fileURLToPath(new URL('../../server/src/operator/main.ts', import.meta.url));
const PROVIDER = fileURLToPath(new URL('../../server/seeds/provider.json', import.meta.url));
const FIRST_WITHIN_S = 600;
const AGAIN_WITHIN_S = 120;
const LEAST_RATIO = 0.2;
const CHOSEN = 20;

interface Command {
  readonly code: number | null;
  readonly said: string;
  readonly seconds: number;
  /** CPU time of the process, and of the connections of PostgreSQL that ended meanwhile, seconds. */
  readonly cpu: readonly [own: number, database: number];
  /** The most memory that the process has had. */
  readonly mostMiB: number;
}

interface Postgres {
  readonly url: string;
  readonly pid: number;
}

/** CPU time of the children of PostgreSQL that have ended, seconds. */
function endedCpu({ pid }: Postgres): number {
  const [, , , , , , , , , , , , , user = '', system = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(user) + Number(system)) / TICKS;
}

/** Of a second in `/proc`. */
const TICKS = 100;

/** Carries a command out as a process of its own, as an engineer does. */
async function operator(postgres: Postgres, ...words: readonly string[]): Promise<Command> {
  const [began, before] = [performance.now(), endedCpu(postgres)];
  const child = spawn(process.execPath, [OPERATOR, ...words], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: postgres.url,
      KABINET_PROVIDER: PROVIDER,
      KABINET_DEMO: 'off',
      SERVICE_SECRET_KEY: '5e'.repeat(32),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, mostMiB, own] = ['', 0, 0];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const watch = setInterval(() => {
    mostMiB = Math.max(mostMiB, peakOf(child.pid ?? 0));
    own = Math.max(own, cpuOf(child.pid ?? 0) / 1000);
  }, 200);
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  return { code, said, seconds, mostMiB, cpu: [own, endedCpu(postgres) - before] };
}

function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

interface Chosen {
  readonly contract_id: string;
  readonly balance: string;
  readonly paid: string;
  readonly charged: string;
}

/** Those of twenty contracts whose balance or turnover is another than in the source. */
async function differing(url: string, system: FormerSystem, isAgain: boolean): Promise<number[]> {
  // One of the changed ones, and others all over the table.
  const chosen = Array.from({ length: CHOSEN }, (_, turn) => (turn === 0 ? 42 : (turn * 7919) % system.contracts));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Chosen>(
    `select contract_id, balance_kopecks as balance, sum(amount_kopecks) filter (where kind = 'payment') as paid,
      -sum(amount_kopecks) filter (where kind = 'charge') as charged
    from (select account_id, contract_id, balance_kopecks from account) a join ledger_entry using (account_id)
    join (select transaction_id, kind from ledger_transaction) t using (transaction_id)
    where contract_id = any($1::bigint[]) group by contract_id, balance_kopecks`,
    [chosen.map(contractOf)],
  );
  await client.end();
  const found = new Map(rows.map((row) => [Number(row.contract_id), row]));
  return chosen.filter((index) => {
    const row = found.get(contractOf(index));
    const { paid, charged } = turnoverOf(system, index);
    return (
      Number(row?.balance) !== balanceOf(system, index, isAgain) ||
      Number(row?.paid) !== paid ||
      Number(row?.charged) !== charged
    );
  });
}

async function main(): Promise<void> {
  const [contracts = 30_000, months = 36, servicesOfEach = 4] = process.argv.slice(2).map(Number);
  const system = { contracts, months, servicesOfEach };
  const place = '/var/tmp/kabinet-bench-import';
  await rm(place, { recursive: true, force: true });
  const tables = `${place}-tables`;
  const rows = await writeTables(tables, system, false);
  const embedded = await startEmbedded({ dataDir: place, say: console.log });
  await using stopped = new AsyncDisposableStack();
  stopped.defer(() => embedded.stop());
  const { url } = embedded;
  await migrate(url);
  const postgres = { url, pid: Number(readFileSync(join(place, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]) };
  const first = await operator(postgres, 'import', 'load', tables);
  console.log(first.said);
  const wrongFirst = await differing(url, system, false);
  const verified = await operator(postgres, 'ledger', 'verify');
  const copy = await secondsOfCopy(url, join('/var/tmp', 'kabinet-bench-import-copy'));
  await writeTables(tables, system, true);
  const again = await operator(postgres, 'import', 'load', tables);
  console.log(again.said.split('\n').slice(-9).join('\n'));
  const wrongAgain = await differing(url, system, true);
  const verifiedAgain = await operator(postgres, 'ledger', 'verify');
  await rm(tables, { recursive: true });

  const ratio = copy.whole / first.seconds;
  const cpu = ({ cpu: [own, database] }: Command) => [own, database].map(Math.round);
  console.log({
    ...system,
    'rows of the tables': rows,
    'first load, s': Math.round(first.seconds),
    'its CPU, s: command, PostgreSQL': cpu(first),
    'its most memory, MiB': Math.round(first.mostMiB),
    'COPY of the same rows, s; without keys': [copy.whole, copy.bare].map(Math.round),
    'rows of the database': copy.rows,
    'COPY to import; without keys': [ratio, copy.bare / first.seconds].map((one) => one.toFixed(2)),
    'with a hundredth changed, s': Math.round(again.seconds),
    'its CPU then, s': cpu(again),
    'its most memory then, MiB': Math.round(again.mostMiB),
    'contracts unlike the source': [wrongFirst, wrongAgain],
    'ledger verify': [verified, verifiedAgain].map(({ code, said }) => (code === 0 ? 'clean' : said)),
  });
  const isRight = [first, again, verified, verifiedAgain].every(({ code }) => code === 0);
  const agrees = wrongFirst.length + wrongAgain.length === 0;
  process.exitCode = [isRight, agrees, isFast(first, again, ratio)].every(Boolean) ? 0 : 1;
}

const isFast = (first: Command, again: Command, ratio: number): boolean =>
  first.seconds < FIRST_WITHIN_S && again.seconds < AGAIN_WITHIN_S && ratio >= LEAST_RATIO;

await main();
