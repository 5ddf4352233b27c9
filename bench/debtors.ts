// What the list of debtors costs among many contracts: `node bench/debtors.ts [contracts] [debtors]`.
// In turns with look-ups by the primary key; the figure is the ratio to them. The last page of a deep list stands beside the first one.
import { join } from 'node:path';
import { openDatabase } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { sql } from '../server/src/db/sql.ts';
import { operatorContract } from '../contract/src/staff/index.ts';
import { operatorHandlerOf } from '../server/src/handlers/staff/handler-of.ts';
import { identify, isConfirmed } from '../server/src/domain/identity/session/session.queries.ts';
import { runCall } from '../server/src/kernel/call/run-call.ts';
import { NO_BROWSER, NO_NOTES } from '../server/src/kernel/nobody.ts';
import { fallIntoDebt } from './parts/debts.ts';
import { addManyContracts } from './parts/many-contracts.ts';
import { prepare, worldOver } from './parts/portal.ts';
import { quantile } from './parts/processor.ts';

const TIMES = 60;
const WARM_UP = 10;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The cursor of a page far down. */
async function deepIn(ask: (query: object) => Promise<{ next: string | null }>, first: string | null) {
  let cursor = first;
  for (let page = 0; page < 12 && cursor !== null; page += 1)
    cursor = (await ask({ limit: '100', cursor })).next ?? cursor;
  return cursor;
}

/** The half and the ninety-ninth part of the times of one kind, and the half of those of the key, in turns. */
async function measured(
  ask: () => Promise<unknown>,
  byKey: () => Promise<unknown>,
): Promise<readonly [number, number, number]> {
  const took: number[] = [];
  const keys: number[] = [];
  for (let time = 0; time < TIMES + WARM_UP; time += 1) {
    const [one, key] = [await timed(ask), await timed(byKey)];
    if (time < WARM_UP) continue;
    took.push(one);
    keys.push(key);
  }
  return [quantile(took, 0.5), quantile(took, 0.99), quantile(keys, 0.5)];
}

const main = async (): Promise<void> => {
  const contracts = Number(process.argv[2] ?? 30_000);
  const debtors = Number(process.argv[3] ?? 3_000);
  const embedded = await startEmbedded({
    dataDir: join('/var/tmp', `kabinet-bench-search-${contracts}`),
    say: console.log,
  });
  const db = openDatabase(embedded.url);
  const { rows } = await db.pool.query<{ is_new: boolean }>(`select to_regclass('public.contract') is null as is_new`);
  await (rows[0]?.is_new === true ? prepare(db, embedded.url) : migrate(embedded.url));
  await addManyContracts(db, contracts);
  await fallIntoDebt(db, Math.floor((contracts * 2) / debtors));
  const world = await worldOver(db);
  const portal = { world, handlerOf: operatorHandlerOf([]), identify, isConfirmed };
  const facts = { ...NO_BROWSER, operator: { kind: 'operator', name: 'bench', role: 'accountant' } } as const;
  const ask = async (query: object) =>
    (await runCall(portal, operatorContract.debtors.list, { query }, facts, NO_NOTES)) as {
      next: string | null;
      total: { count: number };
    };
  const first = await ask({ limit: '100' });
  const deep = await deepIn(ask, first.next);
  console.log(`${contracts} contracts, ${first.total.count} debtors`);
  console.log('| list | p50, ms | p99, ms | p50 to a key | p99 to a key |');
  const kinds = {
    'by sum': { limit: '50' },
    'by age, over 90 days': { limit: '50', sort: 'age', band: 'older' },
    'a deep page': { limit: '50', cursor: deep ?? undefined },
  };
  const byKey = () => db.read((tx) => tx.one(sql`select client_name from contract order by contract_id limit 1`));
  for (const [kind, query] of Object.entries(kinds)) {
    const [p50, p99, key] = await measured(() => ask(query), byKey);
    const ratios = [p50 / key, p99 / key].map((ratio) => ratio.toFixed(0));
    console.log(`| ${[kind, p50.toFixed(1), p99.toFixed(1), ...ratios].join(' | ')} |`);
  }
  await db.close();
  await embedded.stop();
};

await main();
