// What importing records of the exchange costs: `node bench/calls.ts [records]…` (200000 1000000 when absent).
// Imports a file of one month twice by the operator's own code and prints, for each tenth of the first import and for the second:
// microseconds per record; and the largest memory of the process. Then the same file once more as one number's calls.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import {
  filePartsOf,
  importCallRecords,
  togetherImported,
  type ImportedCalls,
} from '../server/src/domain/services/calls/import.ts';

const NOW = new Date('2026-12-01T06:00:00Z');
const EXCHANGE = { zones: { exchange: 'Europe/Samara', provider: 'Europe/Samara' }, areaCode: '8482' };
const AT_ONCE = 10_000;
const DEFAULT = [200_000, 1_000_000];
const MONTH_SECONDS = 30 * 86_400;
/** Calls of a number in the month. */
const CALLS_OF_ONE = 200;

async function main(): Promise<void> {
  const sizes = process.argv.slice(2).map(Number);
  for (const records of sizes.length > 0 ? sizes : DEFAULT) {
    await measure(records, Math.ceil(records / CALLS_OF_ONE));
    await measure(records, 1);
  }
}

async function measure(records: number, numbers: number): Promise<void> {
  const folder = join('/var/tmp', `kabinet-bench-calls-${records}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const file = join(folder, 'cdr.csv');
  const embedded = await startEmbedded({ dataDir: join(folder, 'db') });
  const db = openDatabase(embedded.url, { connections: 2 });
  try {
    await migrate(embedded.url);
    await seed(db, numbers);
    await writeRecords(file, records, numbers);
    const first = await timed(db, file, records / 10);
    const state = await stateOf(db);
    const second = await timed(db, file, records);
    console.log({
      records,
      numbers,
      first: counts(first.imported),
      'microseconds per record by tenths': first.each,
      second: counts(second.imported),
      'microseconds per record the second time': second.each,
      'largest memory, MiB': Math.round(process.resourceUsage().maxRSS / 1024),
      'changed by the second import': JSON.stringify(state) !== JSON.stringify(await stateOf(db)),
      state,
    });
  } finally {
    await db.close();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const counts = ({ fresh, repeated, bad }: ImportedCalls) => ({ fresh, repeated, bad: bad.length });

async function timed(db: Database, file: string, every: number) {
  let imported: ImportedCalls = { fresh: 0, repeated: 0, bad: [], doubtful: [] };
  const each: number[] = [];
  let [begun, done, rest] = [performance.now(), 0, 0];
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  for await (const part of filePartsOf(lines, AT_ONCE)) {
    imported = togetherImported(imported, await importCallRecords(db, part, EXCHANGE, NOW));
    done += part.records.length;
    rest += part.records.length;
    if (rest < every) continue;
    each.push(Math.round(((performance.now() - begun) / rest) * 1000));
    [begun, rest] = [performance.now(), 0];
  }
  if (rest > 0) each.push(Math.round(((performance.now() - begun) / rest) * 1000));
  return { imported, each, done };
}

const stateOf = async ({ pool }: Database) =>
  (
    await pool.query(`
      select (select count(*) from call_leg) as legs, count(*) as calls, sum(amount_kopecks) as kopecks, sum(seconds) as seconds,
        sum(covered_seconds) as covered, (select sum(amount_kopecks) from call_month) as kopecks_of_months
      from call_record`)
  ).rows[0] as object;

const numberOf = (index: number): string => `78482${String(index).padStart(6, '0')}`;

/** Half of the numbers have a plan with minutes. */
async function seed({ pool }: Database, numbers: number): Promise<void> {
  await pool.query(`
    insert into call_zone (zone, name, position) values ('local', 'Местные', 1), ('mobile', 'Мобильные', 2);
    insert into call_zone_prefix (prefix, zone) values ('78482', 'local'), ('79', 'mobile');
    insert into plan (plan_id, service_kind, name, summary, price_kopecks) overriding system value
      values (1, 'telephone', 'Городской', '', 25000), (2, 'telephone', 'С минутами', '', 45000);
    insert into call_rate (plan_id, zone, direction, valid_from, unit_kopecks)
      select plan_id, zone, 'out', '2020-01-01', 150 from plan, call_zone;
    insert into call_package (plan_id, name, included_seconds, valid_from) values (2, '60 минут', 3600, '2020-01-01');
    insert into call_package_zone select call_package_id, 'mobile' from call_package`);
  await pool.query(
    `with home as (insert into town (town_id, name, is_default) values (1, 'Тольятти', true) returning town_id),
       c as (
         insert into contract
           (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
         select 1, 'Клиент', 'Клиент', 'Клиент', town_id, '1', 1, '2020-01-01' from home returning contract_id),
       a as (insert into account (contract_id, kind, account_no) select contract_id, 't', 'T-1' from c returning account_id, contract_id)
     insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on)
     select '78482' || lpad(n::text, 6, '0'), contract_id, account_id, 1 + n % 2, 'active', '2020-01-01'
     from a, generate_series(1, $1::integer) n`,
    [numbers],
  );
}

/** Records as the exchange writes them, in the order of time. */
async function writeRecords(file: string, records: number, numbers: number): Promise<void> {
  const out = createWriteStream(file);
  out.write('accountcode,src,dst,start,answer,end,duration,billsec,disposition,uniqueid,linkedid,sequence\n');
  for (let index = 0; index < records; index += 1) {
    const epoch = Date.UTC(2026, 10, 1) / 1000 + Math.floor((index / records) * MONTH_SECONDS);
    const start = new Date(epoch * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const src = numberOf(1 + ((index * 7919) % numbers));
    const dst =
      index % 3 === 0
        ? `79270${String(index % 1_000_000).padStart(6, '0')}`
        : `7848200${String(index % 10_000).padStart(4, '0')}`;
    const billsec = (index * 31) % 400;
    const line = `,${src},${dst},${start},,,${billsec + 5},${billsec},${billsec === 0 ? 'NO ANSWER' : 'ANSWERED'},${epoch}.${index},${epoch}.${index},1\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

await main();
