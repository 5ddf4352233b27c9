// How long a provider waits while calls become partitions: `node bench/database/months.ts [calls]`, 10 million by default. A database of the version before
// is filled, then migrated on, while one client reads its calls, one pays, and an exchange sends records. Prints the longest wait of each.
import { readdir, readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts';

const FOLDER = new URL('../../server/migrations/', import.meta.url);
const FIRST = '0206_calls_have_a_bound.sql';
const LAST = '0208_calls_by_month.sql';
const NUMBERS = 20_000;
const MONTHS = 60;

async function measure(calls: number): Promise<void> {
  const dataDir = '/var/tmp/kabinet-bench-months';
  await rm(dataDir, { recursive: true, force: true });
  const embedded = await startEmbedded({ dataDir, say: console.log });
  const client = await connected(embedded.url);
  try {
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
    for (const file of files.filter((name) => name < FIRST))
      await client.query(await readFile(new URL(file, FOLDER), 'utf8'));
    await fill(client, calls);
    const stop = new AbortController();
    const waits = Object.entries(CLIENTS).map(([name, statement]) =>
      longestWait(embedded.url, name, statement, stop.signal),
    );
    await pause(2000);
    for (const file of files.filter((name) => name >= FIRST && name <= LAST)) {
      const began = performance.now();
      await client.query(`begin;\n${await readFile(new URL(file, FOLDER), 'utf8')};\ncommit`);
      console.log(`${file}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    await pause(2000);
    stop.abort();
    for (const line of await Promise.all(waits)) console.log(line);
  } finally {
    await client.end();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function fill(client: pg.Client, calls: number): Promise<void> {
  await client.query(`
    set session_replication_role = replica;
    insert into call_zone (zone, name, "position") values ('mobile', 'Мобильные', 1);
    insert into plan (service_kind, name, summary, price_kopecks) values ('telephone', 'Поминутный', '', 0);
    insert into account (kind, account_no) values ('acquirer', 'bench-bank'), ('acquirer', 'bench-till')`);
  await client.query(
    `insert into call_record (phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, period, plan_id, linkedid)
     select '7848' || lpad((n % ${NUMBERS})::text, 7, '0'), at, '79270000001', 'out', 'mobile', 60, 220, to_char(at, 'YYYY-MM'), (select min(plan_id) from plan),
       'call ' || n
     from generate_series(1, $1::bigint) n
     cross join lateral (select now() - (n % ${MONTHS}) * interval '30 days' as at) as placed`,
    [calls],
  );
  await client.query('reset session_replication_role');
  await client.query('vacuum analyze call_record');
}

const CLIENTS = {
  'a subscriber reads calls': `select * from call_record where phone_number = '78480000007' and period = to_char(now(), 'YYYY-MM') limit 20`,
  'a payment is booked': `
    with made as (insert into ledger_transaction (kind, reference, day, happened_at)
      values ('correction', 'bench:' || gen_random_uuid(), current_date, now()) returning transaction_id)
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
    select transaction_id, account_id, case account_no when 'bench-bank' then 100 else -100 end, current_date, now(), 'x'
    from made cross join account where account_no in ('bench-bank', 'bench-till')`,
  'an exchange sends a call': `insert into call_record (phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, period, plan_id, linkedid)
    select '78480000007', now(), '79270000002', 'out', 'mobile', 60, 220, to_char(now(), 'YYYY-MM'), min(plan_id), gen_random_uuid()::text from plan`,
};

async function longestWait(url: string, name: string, statement: string, signal: AbortSignal): Promise<string> {
  const client = await connected(url);
  const waits: number[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    await client.query(statement);
    waits.push(performance.now() - began);
    await pause(10);
  }
  await client.end();
  return `${name}: ${waits.length} times, the longest wait ${(Math.max(...waits) / 1000).toFixed(2)} s`;
}

await measure(Number(process.argv[2] ?? 10_000_000));
