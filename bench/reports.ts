// What the inbox and the reports cost among many contracts, each with a line of charge and one of payment on 60 days:
// `node bench/reports.ts [contracts] [years]`. In turns with look-ups by the primary key; the figure is the ratio to them.
import { join } from 'node:path';
import type { OperatorCall } from '../contract/src/kernel/call/staff-call.ts';
import { operatorContract } from '../contract/src/staff/index.ts';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { sql } from '../server/src/db/sql.ts';
import { chargeUpTo } from '../server/src/domain/billing-run/charge-run.ts';
import { countRevenueAhead } from '../server/src/domain/billing-run/revenue-ahead.ts';
import { identify, isConfirmed } from '../server/src/domain/identity/session/session.queries.ts';
import { operatorHandlerOf } from '../server/src/handlers/staff/handler-of.ts';
import { runCall } from '../server/src/kernel/call/run-call.ts';
import { NO_BROWSER, NO_NOTES } from '../server/src/kernel/nobody.ts';
import { addManyContracts } from './parts/many-contracts.ts';
import { prepare, worldOver } from './parts/portal.ts';
import { quantile } from './parts/processor.ts';

const TIMES = 40;
const WARM_UP = 8;

/** Sums of days as so many years of this provider leave them, and 2 000 rows of today that no job has put together. */
async function addHistory({ pool }: Database, years: number): Promise<void> {
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(`delete from ledger_day where day < current_date - 60 or not is_folded`);
  await client.query(
    `insert into ledger_day (day, side, what, plan_id, given_kopecks, returned_kopecks, lines, is_folded)
     select current_date - n, side, what, plan, 1000000, 1000, 100, true
     from generate_series(1, 365 * $1::integer) n,
       (select 'charged' as side, what, plan from unnest(array['internet', 'tv', 'telephone']) what, generate_series(1, 10) plan
        union all select 'paid', unnest(array['cash', 'bank', 'terminal', 'card', 'sbp', 'transfer']), null) kind`,
    [years],
  );
  await client.query(
    `insert into ledger_day (day, side, what, given_kopecks, returned_kopecks, lines) select current_date, 'paid', 'sbp', 100, 0, 1 from generate_series(1, 2000)`,
  );
  await client.query('analyze');
  client.release(true);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function measured(name: string, ask: () => Promise<unknown>, byKey: () => Promise<unknown>): Promise<string> {
  const [took, keys]: [number[], number[]] = [[], []];
  for (let time = 0; time < TIMES + WARM_UP; time += 1) {
    const [one, key] = [await timed(ask), await timed(byKey)];
    if (time < WARM_UP) continue;
    took.push(one);
    keys.push(key);
  }
  const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
  return `| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${(p50 / quantile(keys, 0.5)).toFixed(0)} |`;
}

/** Every figure of the staff. */
const { reports, inbox } = operatorContract;
const asked: readonly (readonly [string, OperatorCall, object])[] = [
  ['inbox', inbox.list, {}],
  ['revenue', reports.revenue, {}],
  ['services', reports.services, {}],
  ['payments', reports.payments, {}],
  ['debtors', reports.debtors, {}],
  ['contracts, 36 months', reports.contracts, { months: '36' }],
  ['bill, 36 months', reports.bill, { months: '36' }],
  ['promises, 36 months', reports.promises, { months: '36' }],
  ['lines of a month', reports.lines, { side: 'charged' }],
];

const main = async (): Promise<void> => {
  const contracts = Number(process.argv[2] ?? 30_000);
  const years = Number(process.argv[3] ?? 5);
  const embedded = await startEmbedded({
    dataDir: join('/var/tmp', `kabinet-bench-reports-${contracts}-${years}`),
    say: console.log,
  });
  const db = openDatabase(embedded.url);
  const { rows } = await db.pool.query<{ is_new: boolean }>(`select to_regclass('public.contract') is null as is_new`);
  await (rows[0]?.is_new === true ? prepare(db, embedded.url) : migrate(embedded.url));
  await addManyContracts(db, contracts);
  await addHistory(db, years);
  const portal = { world: await worldOver(db), handlerOf: operatorHandlerOf([]), identify, isConfirmed };
  const facts = { ...NO_BROWSER, operator: { kind: 'operator', name: 'bench', role: 'owner' } } as const;
  const ask = (call: OperatorCall, query: object) => runCall(portal, call, { query }, facts, NO_NOTES);
  const byKey = () => db.read((tx) => tx.one(sql`select client_name from contract order by contract_id limit 1`));
  console.log('| report | p50, ms | p99, ms | p50 to a key |\n| --- | --- | --- | --- |');
  for (const [name, call, query] of asked) console.log(await measured(name, () => ask(call, query), byKey));
  await chargeUpTo(portal.world);
  const took = await timed(async () => {
    while (!(await countRevenueAhead(portal.world, 1000)));
  });
  console.log(`the forecast of the month: ${(took / 1000).toFixed(1)} s`);
  await db.close();
  await embedded.stop();
};

await main();
