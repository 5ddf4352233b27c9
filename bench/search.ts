// What a search of the staff costs among many contracts: `node bench/search.ts [contracts]`.
// Each kind of search with other contracts each time: p50 and p99 of its statements in the database (one connection), then of the whole call
// with the sums of what was found and the row of the audit. In turns with look-ups by the primary key; the figure is the ratio to them.
import { join } from 'node:path';
import { openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbedded } from '../server/src/db/embedded/launcher.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { sql } from '../server/src/db/sql.ts';
import { operatorContract } from '../contract/src/staff/index.ts';
import { searchContracts } from '../server/src/domain/search/search.ts';
import { operatorHandlerOf } from '../server/src/handlers/staff/handler-of.ts';
import { identify, isConfirmed } from '../server/src/domain/identity/session/session.queries.ts';
import { runCall } from '../server/src/kernel/call/run-call.ts';
import { NO_BROWSER, NO_NOTES } from '../server/src/kernel/nobody.ts';
import { dayIn } from '../contract/src/kernel/day.ts';
import { addManyContracts } from './parts/many-contracts.ts';
import { prepare, worldOver } from './parts/portal.ts';
import { quantile } from './parts/processor.ts';

const TIMES = 60;
const WARM_UP = 10;

interface Known {
  readonly contract_id: number;
  readonly name: string;
  readonly street: string;
  readonly house: string;
  readonly flat: string;
  readonly phone: string;
  readonly email: string | null;
  readonly login: string;
  readonly mac: string;
  readonly ip: string;
  readonly amount: string;
  readonly day: string;
  readonly receipt: string;
  readonly number: string | null;
  readonly serial: string | null;
  readonly order_id: number | null;
  readonly account_no: string;
}

const word = (text: string, place: number): string => text.split(' ')[place] ?? '';
/** The same letters as they come with the other layout. */
const latin = (text: string): string =>
  Array.from(
    text.toLowerCase(),
    (letter) => "f,dult;pbqrkvyjghcnea[wxio]sm'.z"['абвгдежзийклмнопрстуфхцчшщъыьэюя'.indexOf(letter)] ?? letter,
  ).join('');
const slipped = (text: string): string => text.slice(0, 2) + text.charAt(3) + text.charAt(2) + text.slice(4);

/** What people type for a contract. */
const KINDS: Readonly<Record<string, (one: Known) => string | null>> = {
  'contract number': ({ contract_id: id }) => String(id),
  'beginning of a number': ({ contract_id: id }) => String(id).slice(0, 4),
  account: ({ account_no: account }) => account,
  surname: ({ name }) => word(name, 0),
  'surname, a letter of the name': ({ name }) => `${word(name, 0)} ${word(name, 1).slice(0, 1)}`,
  'a frequent name': ({ name }) => word(name, 1),
  'name and patronymic': ({ name }) => `${word(name, 1)} ${word(name, 2)}`,
  'four letters of a surname': ({ name }) => word(name, 0).slice(0, 4),
  'surname and name with a slip': ({ name }) => `${slipped(word(name, 0))} ${word(name, 1)}`,
  'the other layout': ({ name }) => latin(`${word(name, 0)} ${word(name, 1)}`),
  'nobody’s name': ({ name }) => `${word(name, 0)}ъъ ${word(name, 2)}`,
  'street, house, flat': ({ street, house, flat }) => `ул ${street} ${house}-${flat}`,
  street: ({ street }) => word(street, 0),
  phone: ({ phone }) => `8 (${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7)}`,
  'beginning of a phone': ({ phone }) => `8 (${phone.slice(1, 4)}) ${phone.slice(4, 7)}`,
  'end of a phone': ({ phone }) => phone.slice(-4),
  'telephone number': ({ number }) => number?.slice(1) ?? null,
  login: ({ login }) => login,
  'part of a login': ({ login }) => login.slice(-5),
  mail: ({ email }) => email,
  MAC: ({ mac }) => mac,
  'part of a MAC': ({ mac }) => mac.slice(6, 14),
  IP: ({ ip }) => ip,
  'IP at a moment': ({ ip }) => `${ip} ${new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)} 12:00`,
  'serial number': ({ serial }) => serial,
  order: ({ order_id: id }) => (id === null ? null : `заявка ${id}`),
  'sum and day': ({ amount, day }) => `${amount} ${day}`,
  receipt: ({ receipt }) => `чек ${receipt}`,
};

const sample = (db: Database): Promise<Known[]> =>
  db.read((tx) =>
    tx.rows<Known>(sql`
      select c.contract_id, client_name as name, s.name as street, house, flat, account_no,
        (select value from contact where contract_id = c.contract_id and kind = 'phone') as phone,
        (select value from contact where contract_id = c.contract_id and kind = 'email') as email,
        u.login, (select seen_mac::text from service_access where user_id = u.user_id) as mac,
        (select host(address) from internet_session where user_id = u.user_id limit 1) as ip,
        (e.amount_kopecks / 100)::text as amount, e.day::text as day, (select fd_number from fiscal_receipt f where f.transaction_id = e.transaction_id) as receipt,
        (select phone_number from phone_number n where n.contract_id = c.contract_id limit 1) as number,
        (select serial from tv_device join service_user tv using (user_id) where tv.contract_id = c.contract_id limit 1) as serial,
        (select order_id from support_order o where o.contract_id = c.contract_id limit 1) as order_id
      from (select generate_series(0, ${TIMES + WARM_UP - 1}) as n) place
      cross join lateral (
        select * from contract where contract_id >= 1000001 + place.n * (select (max(contract_id) - 1000001) / ${TIMES + WARM_UP} from contract)
        order by contract_id limit 1
      ) c join street s using (street_id) join account a on a.contract_id = c.contract_id and a.kind = 'i'
      join service_user u on u.contract_id = c.contract_id and u.user_type = 'isg'
      cross join lateral (select * from ledger_entry e where e.account_id = a.account_id and (amount_kopecks > 0) <> is_return order by day desc limit 1) e`),
  );

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

interface Figure {
  readonly took: number[];
  readonly keys: number[];
}

/** One kind, in turns with look-ups by the key. */
async function measured(
  known: readonly Known[],
  ask: (one: Known) => Promise<unknown>,
  byKey: (one: Known) => Promise<unknown>,
): Promise<Figure> {
  const figure: Figure = { took: [], keys: [] };
  for (const [place, one] of known.entries()) {
    const [took, key] = [await timed(() => ask(one)), await timed(() => byKey(one))];
    if (place < WARM_UP) continue;
    figure.took.push(took);
    figure.keys.push(key);
  }
  return figure;
}

const shown = ({ took, keys }: Figure): string => {
  const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)];
  const key = quantile(keys, 0.5);
  return `${p50.toFixed(2)} | ${p99.toFixed(2)} | ${(p50 / key).toFixed(1)} | ${(p99 / key).toFixed(1)}`;
};

async function main(): Promise<void> {
  const contracts = Number(process.argv[2] ?? 300_000);
  const embedded = await startEmbedded({
    dataDir: join('/var/tmp', `kabinet-bench-search-${contracts}`),
    say: console.log,
  });
  const db = openDatabase(embedded.url);
  const { rows } = await db.pool.query<{ is_new: boolean }>(`select to_regclass('public.contract') is null as is_new`);
  // A later run takes the contracts of an earlier one.
  await (rows[0]?.is_new === true ? prepare(db, embedded.url) : migrate(embedded.url));
  const took = await addManyContracts(db, contracts);
  console.log(`${contracts} contracts, added in ${took.toFixed(0)} s`);
  const world = await worldOver(db);
  const portal = { world, handlerOf: operatorHandlerOf([]), identify, isConfirmed };
  const at = { today: dayIn(world.provider.time_zone, new Date()), zone: world.provider.time_zone };
  const facts = { ...NO_BROWSER, operator: { kind: 'operator', name: 'bench', role: 'support' } } as const;
  const known = await sample(db);
  const byKey = (one: Known) =>
    db.read((tx) => tx.one(sql`select client_name from contract where contract_id = ${one.contract_id}`));
  console.log(
    '| kind | found | database p50, ms | p99, ms | p50 to a key | p99 to a key | server p50 | p99 | p50 to a key | p99 to a key |',
  );
  for (const [kind, typedFor] of Object.entries(KINDS)) {
    const some = known.filter((one) => typedFor(one));
    const found = await db.read((tx) =>
      Promise.all(some.slice(0, 20).map((one) => searchContracts(tx, typedFor(one) ?? '', at))),
    );
    const hits = found.map((groups) => groups.reduce((sum, { hits: all }) => sum + all.length, 0));
    const inDatabase = await measured(
      some,
      (one) => db.read((tx) => searchContracts(tx, typedFor(one) ?? '', at)),
      byKey,
    );
    const atServer = await measured(
      some,
      (one) => runCall(portal, operatorContract.search.find, { query: { q: typedFor(one) } }, facts, NO_NOTES),
      byKey,
    );
    console.log(`| ${kind} | ${quantile(hits, 0.5)} | ${shown(inDatabase)} | ${shown(atServer)} |`);
  }
  await db.close();
  await embedded.stop();
}

await main();
