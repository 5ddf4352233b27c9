import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { fromWireMoney } from '@kabinet/contract/kernel/money';
import {
  callsStatement,
  hoursStatement,
  periodsStatement,
  totalsStatement,
  type CallsWanted,
} from '#server/domain/services/calls/calls.queries.ts';
import type { Sql } from '#server/db/sql.ts';
import { readingPortal, testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const { total } = contract.telephoneCall;
const NUMBER = '78482003107';
const PERIOD = '2026-10';

type Query = NonNullable<Parameters<typeof ask>[1]>;
const ask = (
  portal: TestPortal,
  query: Partial<Record<'phone_number' | 'period' | 'zone' | 'q' | 'cursor', string>> & {
    limit?: number;
    direction?: 'in' | 'out';
  } = {},
  who: number | 'guest' = 100_001,
) => portal.send(total, { query: { phone_number: NUMBER, period: PERIOD, ...query } }, who);

async function allOf(portal: TestPortal, query: Query = {}) {
  const items = [];
  let cursor: string | undefined;
  do {
    const { body } = await ask(portal, { ...query, ...(cursor !== undefined && { cursor }) });
    items.push(...body.items);
    cursor = body.next ?? undefined;
  } while (cursor !== undefined);
  return items;
}

test('pages list all calls of the month, newest first, each once', async () => {
  const portal = await readingPortal();
  const { rows } = await portal.pool.query<{ id: number }>(
    `select call_record_id as id from call_record where phone_number = $1
       and (started_at at time zone 'Europe/Samara')::date between '2026-10-01' and '2026-10-31'
     order by started_at desc, call_record_id desc`,
    [NUMBER],
  );
  expect(rows.length).toBeGreaterThan(20);
  const items = await allOf(portal, { limit: 7 });
  expect(items.map(({ call_id }) => call_id)).toEqual(rows.map(({ id }) => id));
});

test('calls of the same second are on one page or the other, never on both', async () => {
  const portal = await testPortal();
  await portal.pool.query(
    `update call_record set started_at = '2026-10-10T10:00:00.123Z' where phone_number = $1 and period = $2`,
    [NUMBER, PERIOD],
  );
  const ids = (await allOf(portal, { limit: 5 })).map(({ call_id }) => call_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
});

test('totals by zone and direction, and the charge, cover the whole month', async () => {
  const portal = await readingPortal();
  const { body } = await ask(portal, { limit: 1, direction: 'in' });
  const calls = await allOf(portal);
  expect(body.items).toMatchObject([{ direction: 'in' }]);
  for (const { zone, direction, ...sums } of body.totals) {
    const own = calls.filter((call) => call.zone === zone && call.direction === direction);
    expect(sums).toMatchObject({
      calls: own.length,
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
    });
    expect(fromWireMoney(sums.amount)).toBe(own.reduce((sum, { amount }) => sum + fromWireMoney(amount), 0));
  }
  expect(body.totals.reduce((sum, own) => sum + own.calls, 0)).toBe(calls.length);
  const { rows } = await portal.pool.query<{ charged: number }>(
    `select -amount_kopecks as charged from ledger_entry join ledger_transaction using (transaction_id)
     where reference = $1 and amount_kopecks < 0`,
    [`charge:${NUMBER}:calls:${PERIOD}`],
  );
  expect(body.totals.reduce((sum, { amount }) => sum + fromWireMoney(amount), 0)).toBe(rows[0]!.charged);
});

test('filters calls by direction and zone', async () => {
  const portal = await readingPortal();
  const calls = await allOf(portal);
  const ids = (list: typeof calls) => list.map(({ call_id }) => call_id);
  expect(ids(await allOf(portal, { zone: 'mobile', direction: 'out' }))).toEqual(
    ids(calls.filter(({ zone, direction }) => zone === 'mobile' && direction === 'out')),
  );
});

test('counts the calls of the month by hour of the day, and those that nobody answered', async () => {
  const portal = await testPortal();
  // The hour that all its calls have left is not told.
  await portal.pool.query(
    `update call_record set started_at = started_at + interval '1 hour'
     where phone_number = $1 and period = $2 and extract(hour from started_at at time zone 'Europe/Samara') = (
       select min(extract(hour from started_at at time zone 'Europe/Samara')) from call_record where phone_number = $1 and period = $2)`,
    [NUMBER, PERIOD],
  );
  const { body } = await ask(portal, { limit: 1, direction: 'in' });
  const { rows } = await portal.pool.query(
    `select extract(hour from started_at at time zone 'Europe/Samara')::integer as hour, direction, count(*)::integer as calls,
       (count(*) filter (where seconds = 0))::integer as missed, sum(seconds)::integer as seconds
     from call_record where phone_number = $1 and period = $2 group by 1, 2 order by 1, 2 desc`,
    [NUMBER, PERIOD],
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(body.hours).toEqual(rows);
});

test('hours of the day are those of the provider’s zone', async () => {
  const portal = await testPortal();
  Object.assign(portal.world.provider, { time_zone: 'Asia/Vladivostok' });
  const { body } = await ask(portal, { limit: 100 });
  const hourOf = (at: string) => (new Date(at).getUTCHours() + 10) % 24;
  const calls = await allOf(portal, { limit: 100 });
  expect(body.hours.reduce((sum, { hour, calls: count }) => sum + hour * count, 0)).toBe(
    calls.reduce((sum, { at }) => sum + hourOf(at), 0),
  );
});

test('without a period returns the current month, with the remaining minutes', async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(total, { query: { phone_number: NUMBER } }, 100_001);
  expect(body.period).toBe('2026-11');
  expect(body.periods.slice(0, 2)).toEqual(['2026-11', '2026-10']);
  const covered = body.totals.reduce((sum, { covered_seconds }) => sum + covered_seconds, 0);
  expect(covered).toBeGreaterThan(0);
  expect(body.packages).toEqual([
    {
      name: '60 минут на мобильные и межгород',
      zones: ['Мобильные', 'Междугородные'],
      included_seconds: 3600,
      used_seconds: covered,
    },
  ]);
  expect((await ask(portal)).body.packages).toEqual([]);
});

test('another’s number is not found, exactly like one that does not exist', async () => {
  const portal = await readingPortal();
  for (const call of [total, contract.telephoneNumber.plan]) {
    const theirs = await portal.send(call, { query: { phone_number: '78482003412' } }, 100_001);
    const nobodys = await portal.send(call, { query: { phone_number: '78482999999' } }, 100_001);
    expect(theirs).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect({ ...theirs.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' });
  }
});

test('a closed number and a SIP line have their calls, too', async () => {
  const portal = await readingPortal();
  expect((await ask(portal, { phone_number: '78482003641' }, 100_004)).status).toBe(200);
  expect((await ask(portal, { phone_number: '78482003108' })).status).toBe(200);
});

test.each([
  { period: '2026-13' },
  { q: 'abc' },
  { q: '1' },
  { cursor: 'x' },
  { cursor: '1.2.3' },
  { direction: 'up' as 'in' },
  { phone_number: '12' },
])('refuses an invalid query: %j', async (query) => {
  const portal = await readingPortal();
  expect((await ask(portal, query)).status).toBe(422);
});

test('refuses calls without a token, and to a guest', async () => {
  const portal = await readingPortal();
  expect((await portal.send(total, { query: { phone_number: NUMBER } })).status).toBe(401);
  expect((await ask(portal, {}, 'guest')).status).toBe(401);
});

test("returns the plan of a number: today's rates, and what is included", async () => {
  const portal = await readingPortal();
  const { body } = await portal.send(
    contract.telephoneNumber.plan,
    { query: { phone_number: '8 (8482) 00-31-07' } },
    100_001,
  );
  expect(body).toMatchObject({ phone_number: NUMBER, plan: 'Городской', price: '250.00', unit: 'month' });
  expect(body.rates.slice(0, 3).map(({ zone_name, price, unit_seconds }) => [zone_name, price, unit_seconds])).toEqual([
    ['Местные', '0.65', 60],
    ['Мобильные', '2.20', 60],
    ['Междугородные', '3.40', 60],
  ]);
  expect(body.packages).toMatchObject([{ included_seconds: 3600 }]);
});

test('does not show a price that begins later', async () => {
  const portal = await testPortal();
  await portal.pool.query(
    `insert into call_rate (plan_id, zone, direction, valid_from, unit_kopecks)
     select plan_id, 'local', 'out', '2026-11-21', 99 from plan where name = 'Городской'`,
  );
  const price = async () => {
    const { body } = await portal.send(contract.telephoneNumber.plan, { query: { phone_number: NUMBER } }, 100_001);
    return body.rates[0]?.price;
  };
  expect(await price()).toBe('0.65');
  portal.clock.set(new Date('2026-11-20T20:00:01Z'));
  expect(await price()).toBe('0.99');
});

test('the table of a month has all its calls, and nobody else’s', async () => {
  const portal = await testPortal();
  const body = { kind: 'calls', phone_number: NUMBER, period: PERIOD } as const;
  const theirs = await portal.send(contract.document.link, { body: { ...body, phone_number: '78482003412' } }, 100_001);
  expect(theirs.status).toBe(404);
  const link = await portal.send(contract.document.link, { body }, 100_001);
  const payload = new URL(link.body.url).search.slice(1);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const file = await portal.inject({ method: 'POST', url: '/lk/document', headers, payload });
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(`Звонки ${NUMBER} ${PERIOD}.csv`);
  const [header, ...lines] = file.body.trimEnd().split('\r\n');
  const calls = await allOf(portal, { limit: 100 });
  expect(header).toBe('\uFEFFДата;Время;Звонок;Номер;Направление;Секунды;Секунды из пакета;Стоимость, ₽');
  expect(lines).toHaveLength(calls.length);
  const paid = calls.findIndex(({ zone, amount }) => zone === 'mobile' && amount !== '0.00');
  const [day, , direction, number, zone, seconds, , amount] = lines[paid]!.replaceAll('\u00a0', ' ').split(';');
  expect([direction, zone, seconds, amount]).toEqual([
    'исходящий',
    'Мобильные',
    String(calls[paid]!.seconds),
    calls[paid]!.amount.replace('.', ','),
  ]);
  expect(day).toMatch(/^\d\d\.10\.2026$/);
  expect(number).toMatch(/^7 927 \*{3}-\*\*-\d\d$/);
});

const MANY = 40_000;
const BUSY = '78482005001';

/** A number of the company with forty thousand calls, half of them in one month. */
async function busy(portal: TestPortal): Promise<void> {
  const client = await portal.pool.connect();
  await client.query('begin; set local statement_timeout = 0');
  await client.query(
    `insert into call_record
       (phone_number, period, plan_id, started_at, other_number, direction, zone, seconds, amount_kopecks)
     select $1, case when n % 2 = 0 then '2026-09' else '2026-08' end, plan_id,
       timestamptz '2026-08-01 00:00Z' + make_interval(secs => n * 13 + (n + 1) % 2 * 2678400), '7927' || lpad(n::text, 7, '0'),
       case when n % 3 = 0 then 'in' else 'out' end, 'mobile', 60, 220
     from generate_series(1, ${MANY}) n, plan where plan.name = 'Городской для бизнеса'`,
    [BUSY],
  );
  await client.query('analyze call_record, call_total, call_month, call_hour');
  await client.query('commit');
  client.release();
}

/** PostgreSQL's plan; `small` forbids full scans, which it prefers for small tables. */
async function planOf({ pool }: TestPortal, { text, values }: Sql, small = false): Promise<string> {
  const client = await pool.connect();
  await client.query(`begin; set local enable_seqscan = ${small ? 'off' : 'on'}`);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, [...values]);
  await client.query('rollback');
  client.release();
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('a number with 40 000 calls is read by index: any page, totals and periods', async () => {
  const portal = await readingPortal();
  await busy(portal);
  const wanted: CallsWanted = { number: BUSY, period: '2026-09' };
  const middle = `${Date.parse('2026-09-15T00:00:00Z')}.1`;
  for (const cursor of [undefined, middle]) {
    for (const filter of [{}, { direction: 'in' as const }, { q: '00' }]) {
      const plan = await planOf(portal, callsStatement({ ...wanted, ...filter }, { limit: 20, cursor }));
      expect(plan).toContain('call_record_2026_09_phone_number_period_started_at');
      expect(plan).not.toMatch(/Sort|Seq Scan/);
      expect(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(200);
    }
  }
  for (const [statement, key] of [
    [totalsStatement(BUSY, '2026-09'), 'call_total_pkey'],
    [periodsStatement(BUSY), 'call_month_pkey'],
    [hoursStatement(BUSY, '2026-09', 'Europe/Samara'), 'call_hour_pkey'],
  ] as const) {
    const plan = await planOf(portal, statement, true);
    expect(plan).toContain(key);
    expect(plan).not.toContain('call_record');
    expect(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(100);
  }
  const answered = await portal.send(total, { query: { phone_number: BUSY, period: '2026-09' } }, 100_005);
  expect(answered.body.totals.reduce((sum, { calls }) => sum + calls, 0)).toBe(MANY / 2);
});
