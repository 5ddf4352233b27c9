// What a column with the contract would cost the ledger: `node bench/database/contract-column.ts [payments]`, 6000 by default. Two portals in one
// process: one as it is, and one whose entries carry `contract_id`, filled by a trigger and bound to the account's by a foreign key. Sixteen
// clients pay by the OSMP protocol, in turns of three hundred payments; only the ratio within a turn says something.
import { agentsOf } from '../../server/src/domain/payments/payment-agents/payment-agent.ts';
import { seedManyContracts } from '../../server/seeds/bench.ts';
import { openPortal, type BenchPortal } from '../parts/portal.ts';
import { quantile } from '../parts/processor.ts';
import { AGENT } from '../parts/traffic.ts';

const CLIENTS = 16;
const ACCOUNTS = 1000;
const AT_ONCE = 300;
const RUN = Math.floor(performance.timeOrigin / 1000);
const AGENTS = agentsOf([{ ...AGENT, name: 'bench' }]);

const WITH_CONTRACT = `
  alter table ledger_entry add contract_id bigint;
  alter table account add constraint account_of_contract unique (account_id, contract_id);
  alter table ledger_entry add constraint entry_of_contract foreign key (account_id, contract_id) references account (account_id, contract_id);
  create function entry_gets_contract() returns trigger language plpgsql as $$
  begin
    new.contract_id := (select contract_id from account where account_id = new.account_id);
    return new;
  end $$;
  create trigger ledger_entry_gets_contract before insert on ledger_entry for each row execute function entry_gets_contract()`;

interface Side {
  readonly portal: BenchPortal;
  readonly accounts: readonly string[];
  /** Payments per second of each turn. */
  readonly rates: number[];
}

async function main(): Promise<void> {
  const payments = Number(process.argv[2] ?? 6000);
  const now = await sideOf('contract-column-now');
  const other = await sideOf('contract-column-with');
  try {
    await other.portal.world.db.pool.query(WITH_CONTRACT).catch(expectPresent);
    for (let turn = 0; turn <= payments / AT_ONCE; turn += 1) {
      for (const side of turn % 2 === 0 ? [now, other] : [other, now]) await payTurn(side, turn);
    }
    // The first turn warms both up.
    const ratios = now.rates.map((rate, turn) => (other.rates[turn] ?? 0) / rate).slice(1);
    console.log({
      'payments per second now': Math.round(quantile(now.rates.slice(1), 0.5)),
      'with the column': Math.round(quantile(other.rates.slice(1), 0.5)),
      'ratio, median': quantile(ratios, 0.5).toFixed(3),
      'ratio, quarters': [quantile(ratios, 0.25).toFixed(3), quantile(ratios, 0.75).toFixed(3)],
      'bytes of an entry': [await bytesOf(now), await bytesOf(other)],
    });
  } finally {
    await now.portal.close();
    await other.portal.close();
  }
}

async function sideOf(name: string): Promise<Side> {
  const portal = await openPortal(name, { agents: AGENTS });
  const { pool } = portal.world.db;
  const { rows: known } = await pool.query('select 1 from contract where contract_id > 200000 limit 1');
  if (known.length === 0) await seedManyContracts(pool, { count: ACCOUNTS, now: new Date() });
  const { rows } = await pool.query<{ account_no: string }>(
    `select account_no from account where contract_id > 200000 and kind = 'i' order by account_id limit $1`,
    [ACCOUNTS],
  );
  return { portal, accounts: rows.map(({ account_no }) => account_no), rates: [] };
}

/** The data of a former run have it already. */
function expectPresent(error: unknown): void {
  if ((error as { code?: string }).code !== '42701') throw error;
}

async function payTurn({ portal, accounts, rates }: Side, turn: number): Promise<void> {
  let next = 0;
  const client = async () => {
    for (let number = (next += 1); number <= AT_ONCE; number = next += 1) {
      await pay(portal, accounts[(number * 7919 + turn) % accounts.length] ?? '', `${RUN}${turn * AT_ONCE + number}`);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  rates.push((AT_ONCE / (performance.now() - began)) * 1000);
}

async function pay({ app }: BenchPortal, account: string, txnId: string): Promise<void> {
  const query = { command: 'pay', txn_id: txnId, txn_date: '20261121120000', account, sum: '10.00' };
  const reply = await app.inject({ url: '/gateway/osmp', query, remoteAddress: '127.0.0.1' });
  if (!reply.body.includes('<result>0</result>')) throw new Error(`Not paid: ${reply.body}`);
}

/** Of the last entries, without their indexes. */
async function bytesOf({ portal }: Side): Promise<number> {
  const { rows } = await portal.world.db.pool.query<{ bytes: number }>(
    'select avg(pg_column_size(e))::float8 as bytes from (select * from ledger_entry order by entry_id desc limit 1000) e',
  );
  return Math.round(rows[0]?.bytes ?? 0);
}

await main();
