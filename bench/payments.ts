// Payments per second: `node bench/payments.ts [payments]`. Sixteen clients pay by the OSMP protocol, each into accounts chosen
// among a thousand; printed as a ratio to sixteen clients of pgbench that send the same statements in the same run.
import type { Database } from '../server/src/db/database.ts';
import type { Sql } from '../server/src/db/sql.ts';
import { agentsOf } from '../server/src/domain/payments/payment-agents/payment-agent.ts';
import { seedManyContracts } from '../server/seeds/bench.ts';
import { openPortal, pgbench, type BenchPortal } from './parts/portal.ts';
import { overheard } from './parts/recorder.ts';
import { AGENT } from './parts/traffic.ts';

const CLIENTS = 16;
const ACCOUNTS = 1000;
/** Ten digits, different for each run; numbers of payments have at most twenty digits. */
const RUN = Math.floor(performance.timeOrigin / 1000);
const numberOf = (phase: number, number: number) => `${RUN}${phase}${String(number).padStart(7, '0')}`;

const AGENTS = agentsOf([{ ...AGENT, name: 'bench' }]);

interface Account {
  readonly account_id: number;
  readonly contract_id: number;
  readonly account_no: string;
}

async function main(): Promise<void> {
  const payments = Number(process.argv[2] ?? 4000);
  const spy = recorder();
  const portal = await openPortal('payments', { agents: AGENTS, through: spy.through });
  try {
    const accounts = await prepare(portal);
    const sample = await sampled(portal, accounts[0], spy);
    await payAll(portal, accounts, 1, payments / 4);
    const ours = await payAll(portal, accounts, 2, payments);
    const floor = await pgbench(portal.embedded, {
      script: scriptOf(sample, accounts),
      clients: CLIENTS,
      transactions: payments,
    });
    const { rows } = await portal.world.db.pool.query<{ credited: number }>(
      `select count(*)::int as credited from ledger_transaction where reference like 'teller:bench:${RUN}2%'`,
    );
    console.log({
      payments,
      credited: rows[0]?.credited,
      'payments per second': Math.round(ours),
      'pgbench with the same statements': Math.round(floor),
      statements: sample.statements.length,
      ratio: Math.round((ours / floor) * 100) / 100,
    });
  } finally {
    await portal.close();
  }
}

async function prepare({ world: { db } }: BenchPortal): Promise<Account[]> {
  const { rows: known } = await db.pool.query('select 1 from contract where contract_id > 200000 limit 1');
  if (known.length === 0) await seedManyContracts(db.pool, { count: ACCOUNTS, now: new Date() });
  const { rows } = await db.pool.query<Account>(
    `select account_id::int, contract_id::int, account_no from account where contract_id > 200000 and kind = 'i' order by account_id limit $1`,
    [ACCOUNTS],
  );
  return rows;
}

async function pay({ app }: BenchPortal, { account_no }: Account, txnId: string): Promise<void> {
  const query = { command: 'pay', txn_id: txnId, txn_date: '20261121120000', account: account_no, sum: '10.00' };
  const reply = await app.inject({ url: '/gateway/osmp', query, remoteAddress: '127.0.0.1' });
  if (!reply.body.includes('<result>0</result>')) throw new Error(`Not paid: ${reply.body}`);
}

/** Payments per second of sixteen clients; each sends the next payment after the reply to the last. */
async function payAll(
  portal: BenchPortal,
  accounts: readonly Account[],
  phase: number,
  payments: number,
): Promise<number> {
  let next = 0;
  const client = async () => {
    for (let number = (next += 1); number <= payments; number = next += 1) {
      const account = accounts[(number * 7919) % accounts.length];
      if (account) await pay(portal, account, numberOf(phase, number));
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (payments / (performance.now() - began)) * 1000;
}

interface Sample {
  readonly statements: readonly Sql[];
  readonly account: Account;
  readonly txnId: string;
  readonly transactionId: number;
}

/** The statements of one payment. */
async function sampled(
  portal: BenchPortal,
  account: Account | undefined,
  spy: ReturnType<typeof recorder>,
): Promise<Sample> {
  if (!account) throw new Error('There are no accounts to pay into');
  const txnId = numberOf(0, 0);
  const statements = await spy.during(() => pay(portal, account, txnId));
  const { rows } = await portal.world.db.pool.query<{ id: number }>(
    'select transaction_id::int as id from ledger_transaction where reference = $1',
    [`teller:bench:${txnId}`],
  );
  return { statements, account, txnId, transactionId: rows[0]?.id ?? 0 };
}

function recorder() {
  let heard: Sql[] | undefined;
  const hear = (statement: Sql) => void heard?.push(statement);
  return {
    through: (db: Database): Database => ({ ...db, write: (work) => db.write((tx) => work(overheard(tx, hear))) }),
    during: async (work: () => Promise<void>) => {
      heard = [];
      await work();
      const all = heard;
      heard = undefined;
      return all;
    },
  };
}

/** The sample as a pgbench script: with a new account and number each time, and the id of the transaction passed on. */
function scriptOf({ statements, account, txnId, transactionId }: Sample, accounts: readonly Account[]): string {
  const vars = new Map([
    [txnId, ':n'],
    [String(transactionId), ':transaction_id'],
    [String(account.account_id), ':account_id'],
  ]);
  const sent = statements.map(({ text, values }) => {
    const line = text
      .replaceAll('::', '¦¦')
      .replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1], vars))
      .replaceAll('¦¦', '::')
      .replaceAll('\n', ' ');
    return `${line}${/returning transaction_id\s*$/.test(text) ? ' \\gset' : ';'}`;
  });
  const ids = accounts.map(({ account_id }) => account_id);
  return [
    `\\set account_id random(${Math.min(...ids)}, ${Math.max(...ids)})`,
    '\\set n random(1, 9000000000000)',
    'begin;',
    ...sent,
    'commit;',
  ].join('\n');
}

type Value = string | number | boolean | Date | null | undefined | readonly unknown[];

/** A parameter in pgbench syntax: values that change from payment to payment become variables, even inside a text. */
function literal(value: unknown, vars: ReadonlyMap<string, string>): string {
  const given = value as Value;
  if (given === null || given === undefined) return 'null';
  if (given instanceof Date) return `'${given.toISOString().replaceAll(/[-:]/g, '')}'`;
  if (typeof given === 'number') return vars.get(String(given)) ?? String(given);
  if (typeof given === 'boolean') return String(given);
  if (typeof given === 'object') return `'{${given.join(',')}}'`;
  return textOf(given, vars);
}

function textOf(given: string, vars: ReadonlyMap<string, string>): string {
  for (const [known, variable] of vars) {
    const parts = given.split(known);
    if (parts.length > 1) return `(${parts.map(quoted).join(` || ${variable}::text || `)})`;
  }
  return quoted(given);
}

/** pgbench treats a colon before a word as a variable, even within quotes. */
function quoted(text: string): string {
  const inQuotes = `'${text.replaceAll("'", "''").replaceAll(':', '¦')}'`;
  return text.includes(':') ? `replace(${inQuotes}, '¦', chr(58))` : inQuotes;
}

await main();
