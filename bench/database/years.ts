// Whether a view stays as quick after years: `node bench/database/years.ts [entries]`, 50 million by default (20 GB of disk, a quarter of an hour the
// first time; the data stay in /var/tmp). Two portals in one process, the demo with its company: one with some 100 000 ledger entries, and one
// with as many more as asked, of 30 000 other contracts over ten years. The same views of both in turns; only their ratio says something.
import type pg from 'pg';
import { HOME } from '../parts/home-parts.ts';
import { addManyContracts } from '../parts/many-contracts.ts';
import { openPortal, signIn, type BenchPortal } from '../parts/portal.ts';
import { quantile } from '../parts/processor.ts';

const CONTRACTS = 30_000;
const FIRST_CONTRACT = 1_000_001;
/** Above every number of the demo. */
const FIRST_TRANSACTION = 1_000_000_000;
const AT_ONCE = 1_000_000;
const YEARS = 10;
const [WARM_UP, TIMES] = [100, 400];

const VIEWS = [
  ['home', { method: 'POST', url: '/api/v2/default/index', payload: HOME }],
  ['history, all', { url: '/api/v2/internet-account/stat-total?limit=20' }],
  ['history, payments', { url: '/api/v2/internet-account/stat-payments?limit=20' }],
  ['history, charges', { url: '/api/v2/internet-account/stat-charges?limit=20' }],
  ['history, changes of the balance', { url: '/api/v2/internet-account/stat-movements?limit=20' }],
] as const;

async function main(): Promise<void> {
  const entries = Number(process.argv[2] ?? 50_000_000);
  const few = await openPortal('years-few');
  const many = await openPortal(`years-${entries}`);
  try {
    await addYears(many, entries);
    const portals = [few, many] as const;
    console.log(`Ledger entries: ${await countOf(few)} and ${await countOf(many)}.`);
    for (const who of [100_001, 100_005]) {
      const tokens = [await signIn(few.app, who), await signIn(many.app, who)] as const;
      for (const view of VIEWS) await compare(portals, tokens, who, view);
    }
  } finally {
    await many.close();
    await few.close();
  }
}

type View = (typeof VIEWS)[number];

async function compare(
  portals: readonly BenchPortal[],
  tokens: readonly string[],
  who: number,
  [name, request]: View,
): Promise<void> {
  const times: number[][] = portals.map(() => []);
  for (let turn = 0; turn < WARM_UP + TIMES; turn += 1) {
    for (const [index, { app }] of portals.entries()) {
      const began = performance.now();
      const { statusCode } = await app.inject({ ...request, headers: { authorization: `Bearer ${tokens[index]}` } });
      if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}`);
      if (turn >= WARM_UP) times[index]?.push(performance.now() - began);
    }
  }
  const [a = 0, b = 0] = times.map((list) => quantile(list, 0.5));
  console.log(`${who}, ${name}: ${a.toFixed(2)} and ${b.toFixed(2)} ms, ratio ${(b / a).toFixed(2)}`);
}

/** An estimate: counting fifty million takes longer than the rest. */
async function countOf({ world }: BenchPortal): Promise<number> {
  const { rows } = await world.db.pool.query<{ count: number }>(
    `select reltuples::bigint as count from pg_class where relname = 'ledger_entry'`,
  );
  return rows[0]?.count ?? 0;
}

const INDEXES = `select indexname as name, indexdef as definition from pg_indexes
  where tablename = 'ledger_entry' and indexname <> 'ledger_entry_pkey'`;

/** Lines without triggers, which would take hours, and without indexes, which are made once at the end. */
async function addYears({ world: { db } }: BenchPortal, entries: number): Promise<void> {
  await addManyContracts(db, CONTRACTS);
  const client = await db.pool.connect();
  await client.query(
    `set statement_timeout = 0; set session_replication_role = replica; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
  );
  try {
    const { rows } = await client.query<{ made: boolean }>(
      'select exists (select from ledger_transaction where transaction_id >= $1) as made',
      [FIRST_TRANSACTION],
    );
    if (rows[0]?.made !== true) await addLines(client, entries / 2);
  } finally {
    client.release(true);
  }
}

async function addLines(client: pg.PoolClient, transactions: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (let from = 0; from < transactions; from += AT_ONCE) {
    const until = Math.min(from + AT_ONCE, transactions);
    for (const statement of LINES) await client.query(statement, [from, until, transactions]);
    console.log(`${until} of ${transactions} transactions`);
  }
  for (const { definition } of indexes) await client.query(definition);
  await client.query('vacuum analyze ledger_transaction, ledger_entry');
}

const DAY = `(current_date - (${YEARS} * 365 * (1 - n::float8 / $3::float8))::int)`;
/** A quarter of the lines are payments. */
const LINES = [
  `insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
   select ${FIRST_TRANSACTION} + n, case when n % 4 = 0 then 'payment' else 'charge' end, 'years:' || n, ${DAY}, ${DAY} + time '09:00'
   from generate_series($1::bigint, $2::bigint - 1) n where $3::bigint > 0`,
  `insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, method, user_id, period)
   select ${FIRST_TRANSACTION} + n, own.account_id, case when n % 4 = 0 then 60000 else -20000 end, ${DAY}, ${DAY} + time '09:00',
     case when n % 4 = 0 then 'Пополнение по СБП' else 'Абонентская плата' end, case when n % 4 = 0 then 'sbp' end, null,
     case when n % 4 <> 0 then to_char(${DAY}, 'YYYY-MM') end
   from generate_series($1::bigint, $2::bigint - 1) n
   join (select row_number() over (order by account_id) - 1 as place, account_id from account where kind = 'i' and contract_id >= ${FIRST_CONTRACT}) own
     on own.place = n % ${CONTRACTS}
   where $3::bigint > 0`,
  `insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
   select ${FIRST_TRANSACTION} + n, other.account_id, case when n % 4 = 0 then -60000 else 20000 end, ${DAY}, ${DAY} + time '09:00',
     case when n % 4 = 0 then 'Пополнение по СБП' else 'Абонентская плата' end
   from generate_series($1::bigint, $2::bigint - 1) n cross join (select min(account_id) as account_id from account where contract_id is null) other
   where $3::bigint > 0`,
];

await main();
