import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { isRight } from '#server/domain/identity/credentials/password.ts';
import { readProvider } from '#server/kernel/provider.ts';
import { databaseAt, TEMPLATES } from '../test/database/database.ts';
import { killInserting } from '../test/database/kill-inserting.ts';
import { START } from '../test/portal/start.ts';
import { seedManyContracts } from './bench.ts';
import { ZONE } from './calendar.ts';
import { fillMonth, lacksHistory, seedCompanyHistory } from './contracts/company-history.ts';
import { holdsDemo, isEmpty, MONTHS_BACK, seedBase, seedDemo } from './demo.ts';

/** A database for one test; it is deleted with the server. */
async function databaseFrom(template: string, name = `seed_${randomUUID().replaceAll('-', '')}`): Promise<pg.Pool> {
  const url = inject('databaseUrl');
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  await admin.end();
  const pool = new pg.Pool({ connectionString: databaseAt(url, name), options: '-c timezone=UTC' });
  // One test cuts a connection.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function ownDatabase(template: string): Promise<pg.Pool> {
  const pool = await databaseFrom(template);
  onTestFinished(() => pool.end());
  return pool;
}

/** The rows of a query as arrays of texts, numbers and nulls. */
async function table(pool: pg.Pool, query: string): Promise<unknown[][]> {
  const { rows } = await pool.query<unknown[]>({ text: query, rowMode: 'array' });
  return rows;
}

const BALANCES = [
  [100_001, 'i', 123_450],
  [100_001, 't', 41_280],
  [100_002, 'i', -62_850],
  [100_002, 't', -18_740],
  [100_003, 'i', 55_000],
  [100_004, 'i', 87_230],
  [100_004, 't', 21_655],
  [100_005, 'i', 18_624_000],
  [100_005, 't', 4_631_060],
];

const balancesIn = (pool: pg.Pool) =>
  table(
    pool,
    `select contract_id::int, kind, balance_kopecks::int from account
     where contract_id between 100001 and 100005 order by contract_id, kind`,
  );

/** What is wrong with the ledger; empty if it is right. */
const wrongInBooks = (pool: pg.Pool) =>
  table(
    pool,
    `select 'not balanced', transaction_id::text from ledger_entry group by transaction_id having sum(amount_kopecks) <> 0
     union all
     select 'balance', account_no from account left join ledger_entry using (account_id)
     where contract_id is not null group by account.account_id having balance_kopecks <> coalesce(sum(amount_kopecks), 0)
     union all
     select 'month', account_id || ' ' || m.period from account_month m
     join ledger_entry e using (account_id) where to_char(e.day, 'YYYY-MM') = m.period
     group by account_id, m.period having sum(e.amount_kopecks) <> max(paid_kopecks - charged_kopecks)
     union all
     select 'overdrawn', account_no || ' ' || day from (
       -- An ended credit limit was as large as the debt that is left of it.
       select a.account_no, e.day, greatest(a.credit_limit_kopecks, -a.balance_kopecks) as deepest,
         sum(amount_kopecks) over (partition by account_id order by e.happened_at, sign(amount_kopecks) desc, entry_id) as balance
       from ledger_entry e join account a using (account_id) where a.contract_id is not null
     ) running where balance < -deepest
     union all
     select 'order', account_no || ' ' || e.day from ledger_entry e join account a using (account_id)
     where (e.happened_at at time zone '${ZONE}')::date <> e.day and a.contract_id is not null`,
  );

/** Everything recorded as past that lies after `now`. */
const futureIn = (pool: pg.Pool, now: Date) =>
  pool.query(
    `with moment as (
       select 'entry' as what, happened_at as at from ledger_entry
       union all select 'transaction', happened_at from ledger_transaction
       union all select 'call', started_at + make_interval(secs => seconds) from call_record
       union all select 'session', coalesce(stopped_at, started_at) from internet_session
       union all select 'message', created_at from message
       union all select 'read', read_at from message_read
       union all select 'order', updated_at from support_order
       union all select 'event', happened_at from support_event
       union all select 'state', state_since from service_user
       union all select 'change', made_at from plan_change
       union all select 'visit', ended_at from session
       union all select 'opened', opened_on::timestamptz from contract
     ) select what, at from moment where at > $1 order by at limit 5`,
    [now],
  );

/** How much is planned after `now`. */
const plannedIn = async (pool: pg.Pool, now: Date): Promise<number | null> => {
  const { rowCount } = await pool.query(
    `select from_day from plan_change where from_day > $1 union all
     select returns_on from service_user where returns_on > $1 union all
     select visit_from::date from support_order where visit_from > $1`,
    [now],
  );
  return rowCount;
};

describe('the demo provider', () => {
  let demo: pg.Pool;
  beforeAll(async () => {
    demo = await databaseFrom(TEMPLATES.demo);
    return () => demo.end();
  });

  it('its settings have the zone in which the seeds count days', async () => {
    const provider = await readProvider(new URL('provider.json', import.meta.url));
    expect(provider).toMatchObject({ time_zone: ZONE, product: 'volga', payment: { smallest: 1_000 } });
  });

  it('every account has its balance, and the ledger is right', async () => {
    expect(await balancesIn(demo)).toEqual(BALANCES);
    expect(await wrongInBooks(demo)).toEqual([]);
  });

  it('nothing of the past lies in the future, and the rest is planned', async () => {
    expect((await futureIn(demo, START)).rows).toEqual([]);
    expect(await plannedIn(demo, START)).toBe(3);
  });

  it('every contract has its services', async () => {
    expect(
      await table(
        demo,
        `select contract_id::int, user_type, coalesce(reason, state), count(*)::int from service_user
         group by 1, 2, 3 order by 1, 2, 3`,
      ),
    ).toEqual([
      [100_001, 'isg', 'active', 1],
      [100_001, 'mail', 'active', 2],
      [100_001, 'mail', 'closed', 1],
      [100_001, 'sip', 'paused', 1],
      [100_001, 'tv', 'active', 1],
      [100_002, 'isg', 'debt', 1],
      [100_002, 'mail', 'debt', 1],
      [100_002, 'sip', 'debt', 1],
      [100_002, 'tv', 'debt', 1],
      [100_003, 'ethernet', 'active', 1],
      [100_004, 'homenet', 'active', 1],
      [100_004, 'isg', 'login_locked', 1],
      [100_005, 'ethernet', 'active', 82],
      [100_005, 'ethernet', 'connecting', 1],
      [100_005, 'ethernet', 'repair', 1],
      [100_005, 'mail', 'active', 8],
      [100_005, 'sip', 'active', 24],
      [100_005, 'tv', 'active', 4],
    ]);
    expect(
      await table(demo, `select contract_id::int, state, count(*)::int from phone_number group by 1, 2 order by 1, 2`),
    ).toEqual([
      [100_001, 'active', 2],
      [100_002, 'blocked', 1],
      [100_004, 'active', 1],
      [100_004, 'closed', 1],
      [100_005, 'active', 40],
    ]);
  });

  it('100001 has 13 months, 100003 only the payment and the charge of the connection', async () => {
    const months = `select count(distinct to_char(day, 'YYYY-MM'))::int from ledger_entry join account using (account_id)
      where contract_id = 100001 and kind = 'i' and text like 'Интернет%'`;
    expect(await table(demo, months)).toEqual([[14]]);
    const ofNew = `select amount_kopecks::int, (current - day)::int from (select date '2026-11-20' as current) c, ledger_entry
      join account using (account_id) where contract_id = 100003 order by day`;
    expect(await table(demo, ofNew)).toEqual([
      [100_000, 3],
      [-45_000, 2],
    ]);
  });

  it('days of a paused service are given back, as by the charging run', async () => {
    const returned = `select e.amount_kopecks::int, e.text, e.service_from::text, e.service_until::text, e.is_return,
        c.amount_kopecks::int, c.service_from::text
      from ledger_entry e join ledger_transaction t using (transaction_id)
      join ledger_entry c on c.transaction_id = t.corrects_transaction_id and c.account_id = e.account_id
      join service_user u on u.user_id = e.user_id and u.user_id = c.user_id and u.state = 'paused'
      where e.is_return`;
    expect(await table(demo, returned)).toEqual([
      [6_600, 'Возврат: SIP-телефония «Линия»', '2026-11-11', '2026-12-01', true, -9_900, '2026-11-01'],
    ]);
  });

  it('100004 has got money back for a failure, as by the compensation of an incident', async () => {
    const given = `select contract_id::int, e.amount_kopecks::int, e.day::text, e.text, e.is_return, t.corrects_transaction_id
      from ledger_entry e join ledger_transaction t using (transaction_id) join account using (account_id)
      where t.reference like 'incident:%' and contract_id is not null`;
    expect(await table(demo, given)).toEqual([
      [
        100_004,
        448,
        '2026-11-05',
        'Возврат за аварию 4\u00a0ноября: «Интернет», 7\u00a0ч 10\u00a0мин без услуги',
        true,
        null,
      ],
    ]);
  });

  it('calls are charged exactly as rated', async () => {
    const calls = `select sum(amount_kopecks)::int from call_record join phone_number using (phone_number)
      where contract_id = 100001 and to_char(started_at at time zone '${ZONE}', 'YYYY-MM') = '2026-10'`;
    const charged = `select -sum(amount_kopecks)::int from ledger_entry join account using (account_id)
      where contract_id = 100001 and text like 'Разговоры за октябрь%' and day = '2026-11-01'`;
    expect(await table(demo, calls)).toEqual(await table(demo, charged));
  });

  it('100004 has a planned change, and a schedule with a password', async () => {
    expect(
      await table(
        demo,
        `select contract_id::int, p.name, from_day::text, made_by from plan_change c join service_user using (user_id)
         join plan p on p.plan_id = c.plan_id where c.state = 'planned'`,
      ),
    ).toEqual([[100_004, 'Волга 300', '2026-12-01', 'client']]);
    const [[hash] = []] = await table(demo, 'select password_hash from access_schedule where is_on');
    expect(await isRight('demo-kabinet', hash as string)).toBe(true);
  });

  it('one password signs in everywhere', async () => {
    const hashes = await table(demo, 'select password_hash from credential order by contract_id');
    expect(hashes).toHaveLength(5);
    for (const [hash] of hashes) expect(await isRight('demo-kabinet', hash as string)).toBe(true);
  });

  it("the company's months make 100 000 entries, 200 000 calls and 50 000 sessions in all", async () => {
    const ofOctober = `select
      (select count(*)::int from ledger_entry join account using (account_id)
        where contract_id = 100005 and to_char(day, 'YYYY-MM') = '2026-10'),
      (select count(*)::int from call_record join phone_number using (phone_number)
        where contract_id = 100005 and to_char(started_at at time zone '${ZONE}', 'YYYY-MM') = '2026-10'),
      (select count(*)::int from internet_session join service_user using (user_id)
        where contract_id = 100005 and to_char(started_at at time zone '${ZONE}', 'YYYY-MM') = '2026-10')`;
    const [[entries, calls, sessions] = []] = (await table(demo, ofOctober)) as number[][];
    const months = (MONTHS_BACK.full * 30.4) / 31;
    expect((entries ?? 0) * months).toBeGreaterThan(100_000);
    expect((calls ?? 0) * months).toBeGreaterThan(200_000);
    expect((sessions ?? 0) * months).toBeGreaterThan(50_000);
  });

  it('it is marked, and not loaded again', async () => {
    expect([await isEmpty(demo), await holdsDemo(demo)]).toEqual([false, true]);
    await seedDemo(demo, { now: START, company: 'small' });
    expect(await balancesIn(demo)).toEqual(BALANCES);
  });

  it('loading refuses a database with other data, and leaves it unchanged', async () => {
    const own = await ownDatabase(TEMPLATES.empty);
    await own.query(`insert into town (name) values ('Свой город')`);
    await expect(seedDemo(own, { now: START, company: 'small' })).rejects.toThrow('empty');
    expect(await holdsDemo(own)).toBe(false);
    expect((await own.query('select from contract')).rowCount).toBe(0);
  });

  it('an interrupted loading leaves nothing, and can be repeated', async () => {
    const own = await ownDatabase(TEMPLATES.empty);
    const loading = seedBase(own, START, 1);
    await Promise.all([expect(loading).rejects.toThrow(), killInserting(own)]);
    expect([await isEmpty(own), await holdsDemo(own)]).toEqual([true, false]);
    await seedBase(own, START, 1);
    expect([await holdsDemo(own), await balancesIn(own)]).toEqual([true, BALANCES]);
  });
});

describe('the moment of the demo', () => {
  // An ordinary day is that of the demo above.
  it.each([
    ['three minutes into a year', '2026-12-31T20:03:00Z'],
    ['the end of a long month', '2027-03-31T08:00:00Z'],
    ['the day after February', '2028-03-01T05:00:00Z'],
  ])('shifts everything: %s', async (_, moment) => {
    const pool = await ownDatabase(TEMPLATES.empty);
    const now = new Date(moment);
    await seedBase(pool, now, 0);
    expect((await futureIn(pool, now)).rows).toEqual([]);
    expect(await balancesIn(pool)).toEqual(BALANCES);
    expect(await wrongInBooks(pool)).toEqual([]);
    expect(await plannedIn(pool, now)).toBe(3);
  });
});

describe('the history of the company', () => {
  const figures = (pool: pg.Pool) =>
    table(
      pool,
      `select (select count(*)::int from ledger_entry), (select sum(abs(amount_kopecks))::int from ledger_entry),
         (select count(*)::int from call_record), (select sum(seconds)::int from call_record),
         (select count(*)::int from internet_session), (select sum(bytes_in)::text from internet_session)`,
    );

  it('continues after a crash, with the same result', async () => {
    const begun = await databaseFrom(TEMPLATES.empty, 'seed_begun');
    await seedBase(begun, START, 2);
    expect(await fillMonth(begun, START)).toBe(true);
    await begun.end();
    const [calm, killed] = [await ownDatabase('seed_begun'), await ownDatabase('seed_begun')];
    await seedCompanyHistory(calm, { now: START });
    expect([await lacksHistory(killed), await lacksHistory(calm)]).toEqual([true, false]);
    expect(await balancesIn(killed)).toEqual(BALANCES);
    const filling = seedCompanyHistory(killed, { now: START });
    await Promise.all([expect(filling).rejects.toThrow(), killInserting(killed)]);
    expect(await balancesIn(killed)).toEqual(BALANCES);

    const later = new Date(START.getTime() + 40 * 86_400_000);
    await Promise.all([seedCompanyHistory(killed, { now: later }), seedCompanyHistory(killed, { now: later })]);
    expect(await figures(killed)).toEqual(await figures(calm));
    expect(await balancesIn(killed)).toEqual(BALANCES);
    expect(await wrongInBooks(killed)).toEqual([]);
    expect(await fillMonth(killed, later)).toBe(false);
  });

  it('does not change a database without the demo', async () => {
    const pool = await ownDatabase(TEMPLATES.empty);
    expect(await lacksHistory(pool)).toBe(false);
    await seedCompanyHistory(pool, { now: START });
    expect(await isEmpty(pool)).toBe(true);
  });
});

describe('many contracts', () => {
  it('are added to the demo with 13 months each, and more on request', async () => {
    const pool = await ownDatabase(TEMPLATES.demo);
    await seedManyContracts(pool, { count: 4, now: START });
    await seedManyContracts(pool, { count: 9, now: START });
    const [counts] = await table(
      pool,
      `select count(distinct contract_id)::int, min(contract_id)::int, max(contract_id)::int,
         count(distinct to_char(day, 'YYYY-MM')) filter (where amount_kopecks < 0)::int
       from ledger_entry join account using (account_id) where contract_id > 200000`,
    );
    expect(counts).toEqual([9, 200_001, 200_009, 14]);
    expect(await balancesIn(pool)).toEqual(BALANCES);
    expect(await wrongInBooks(pool)).toEqual([]);
    expect((await futureIn(pool, START)).rows).toEqual([]);
  });
});
