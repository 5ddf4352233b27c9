import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addClient } from '../../../../test/portal/client.ts';
import { addTariff, importTestRecords, NUMBER, type Cdr, type CallPrice } from '../../../../test/portal/call-client.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';

const PREFIXES = { '7': 'intercity', '79': 'mobile', '7927': 'home', '375': 'near', '112': 'free', '': 'other' };

async function exchange(
  rates: readonly CallPrice[],
  packages: Parameters<typeof addTariff>[3] = [],
): Promise<TestPortal> {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await addTariff(portal, PREFIXES, rates, packages);
  return portal;
}

interface Rated {
  zone: string;
  seconds: number;
  covered: number;
  amount: number;
}

async function ratedOf({ pool }: TestPortal): Promise<Rated[]> {
  const { rows } = await pool.query<Rated>(
    `select zone, seconds, covered_seconds as covered, amount_kopecks as amount from call_record order by started_at, linkedid`,
  );
  return rows;
}

/** The cost of one call by one rate. */
async function amountOf(rate: CallPrice, cdr: Partial<Cdr>): Promise<number | undefined> {
  const portal = await exchange([rate]);
  await importTestRecords(portal, [{ uniqueid: '1', ...cdr }]);
  return (await ratedOf(portal))[0]?.amount;
}

test.each([
  ['a second is a minute that has begun', { price: 220 }, 1, 220],
  ['a whole minute is one', { price: 220 }, 60, 220],
  ['a second more is two', { price: 220 }, 61, 440],
  ['by the second', { price: 3, unit: 1 }, 61, 183],
  ['the connection is paid once', { price: 220, connection: 150 }, 61, 590],
  ['shorter than the threshold is free', { price: 3, unit: 1, free: 3 }, 2, 0],
  ['as long as the threshold is charged from its beginning', { price: 3, unit: 1, free: 3 }, 3, 9],
  ['nobody spoke', { price: 220, connection: 150 }, 0, 0],
] as const)('%s', async (_, rate, billsec, expected) => {
  expect(await amountOf({ zone: 'home', ...rate }, { billsec })).toBe(expected);
});

test.each([
  ['the longest prefix wins', '79270000001', 'home'],
  ['a shorter one where the longer does not fit', '79030000001', 'mobile'],
  ['the shortest of the country', '74950000001', 'intercity'],
  ['dialled the Russian way', '89270000001', 'home'],
  ['dialled in town', '003107', 'intercity'],
  ['abroad', '810375170000001', 'near'],
  ['in need', '112', 'free'],
  ['nothing else fits', '4912345678901', 'other'],
])('the zone: %s', async (_, dst, zone) => {
  const zones = ['home', 'mobile', 'intercity', 'near', 'free', 'other'];
  const portal = await exchange(zones.map((zone) => ({ zone, price: 100 })));
  await importTestRecords(portal, [{ uniqueid: '1', dst }]);
  expect((await ratedOf(portal)).map((call) => call.zone)).toEqual([zone]);
});

test('uses the rate of the day on which the call began, by the provider’s clock', async () => {
  const portal = await exchange([
    { zone: 'home', price: 100 },
    { zone: 'home', price: 200, from: '2026-11-11' },
  ]);
  await importTestRecords(portal, [
    // The exchange's clock is an hour behind: its 23:30 of the tenth is already the eleventh.
    { uniqueid: '1', start: '2026-11-10 22:30:00' },
    { uniqueid: '2', start: '2026-11-10 23:30:00' },
  ]);
  expect((await ratedOf(portal)).map(({ amount }) => amount)).toEqual([100, 200]);
});

test('incoming calls are free, unless the plan says otherwise', async () => {
  const portal = await exchange([
    { zone: 'home', price: 100 },
    { zone: 'near', direction: 'in', price: 300 },
  ]);
  await importTestRecords(portal, [
    { uniqueid: '1', src: '79270000001', dst: NUMBER, billsec: 600 },
    { uniqueid: '2', src: '375170000001', dst: NUMBER, billsec: 61 },
  ]);
  expect((await ratedOf(portal)).map(({ amount }) => amount)).toEqual([0, 600]);
});

test('a package pays for the earliest calls, to its last whole unit, and restarts with the month', async () => {
  const rates = [
    { zone: 'home', price: 100, connection: 50 },
    { zone: 'mobile', price: 200 },
    { zone: 'near', price: 1000 },
  ];
  const portal = await exchange(rates, [{ seconds: 300, zones: ['home', 'mobile'] }]);
  await importTestRecords(portal, [
    { uniqueid: '1', start: '2026-11-01 10:00:00', billsec: 121 },
    { uniqueid: '2', start: '2026-11-02 10:00:00', billsec: 60, dst: '810375170000001' },
    { uniqueid: '3', start: '2026-11-03 10:00:00', billsec: 200, dst: '79030000001' },
    { uniqueid: '4', start: '2026-11-04 10:00:00', billsec: 5 },
    { uniqueid: '5', start: '2026-12-01 10:00:00', billsec: 30 },
  ]);
  expect(await ratedOf(portal)).toEqual([
    { zone: 'home', seconds: 121, covered: 180, amount: 0 },
    { zone: 'near', seconds: 60, covered: 0, amount: 1000 },
    { zone: 'mobile', seconds: 200, covered: 120, amount: 400 },
    { zone: 'home', seconds: 5, covered: 0, amount: 150 },
    { zone: 'home', seconds: 30, covered: 60, amount: 0 },
  ]);
});

test('a late call takes the minutes that belong to it', async () => {
  const portal = await exchange([{ zone: 'home', price: 100 }], [{ seconds: 60, zones: ['home'] }]);
  await importTestRecords(portal, [{ uniqueid: 'b', start: '2026-11-10 12:00:00' }]);
  expect((await ratedOf(portal)).map(({ amount }) => amount)).toEqual([0]);
  await importTestRecords(portal, [{ uniqueid: 'a', start: '2026-11-10 11:00:00' }]);
  expect((await ratedOf(portal)).map(({ amount }) => amount)).toEqual([0, 100]);
});

// The same rule computed call by call; the set-based statement must agree with it.
const MODEL = {
  home: { price: 100, unit: 60, connection: 7, free: 0 },
  near: { price: 3, unit: 1, connection: 0, free: 5 },
};
const INCLUDED = 400;

interface Talk {
  readonly at: number;
  readonly seconds: number;
  readonly isNear: boolean;
}

function reckoned(talks: readonly Talk[]): number {
  let before = 0;
  return [...talks]
    .sort((a, b) => a.at - b.at)
    .reduce((sum, { seconds, isNear }) => {
      const { price, unit, connection, free } = MODEL[isNear ? 'near' : 'home'];
      const units = seconds === 0 || seconds < free ? 0 : Math.ceil(seconds / unit);
      const covered = Math.floor(Math.max(0, Math.min(units * unit, INCLUDED - before)) / unit);
      before += units * unit;
      return sum + (units > covered ? connection + (units - covered) * price : 0);
    }, 0);
}

const talk = fc.record({
  at: fc.integer({ min: 0, max: 600_000 }),
  seconds: fc.integer({ min: 0, max: 200 }),
  isNear: fc.boolean(),
});

const recordOf = ({ at, seconds, isNear }: Talk): Cdr => ({
  uniqueid: `u${at}`,
  start: new Date(Date.parse('2026-11-03T00:00:00Z') + at * 1000).toISOString().slice(0, 19).replace('T', ' '),
  billsec: seconds,
  dst: isNear ? '810375170000001' : '79270000001',
});

test('calls, sums and totals do not depend on the order and the batches of records', async () => {
  const portal = await exchange(
    [
      { zone: 'home', price: 100, connection: 7 },
      { zone: 'near', price: 3, unit: 1, free: 5 },
    ],
    [{ seconds: INCLUDED, zones: ['home', 'near'] }],
  );
  const { pool } = portal;
  const state = async () => {
    const { rows: calls } = await pool.query(
      `select linkedid, started_at, zone, seconds, covered_seconds, amount_kopecks from call_record order by linkedid`,
    );
    const { rows: totals } = await pool.query(
      `select zone, calls, seconds, covered_seconds, amount_kopecks from call_total where calls > 0 order by zone`,
    );
    const { rows: months } = await pool.query<{ amount: number }>('select amount_kopecks as amount from call_month');
    return { calls, totals, amount: months[0]?.amount ?? 0 };
  };
  const talks = fc.uniqueArray(talk, { selector: ({ at }) => at, minLength: 1, maxLength: 12 });
  const orders = fc.tuple(talks, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), fc.integer({ min: 1, max: 5 }));
  await fc.assert(
    fc.asyncProperty(orders, async ([made, dice, heap]) => {
      // Not by `truncate`, after which PostgreSQL plans all statements about the tables anew.
      const clear = () =>
        pool.query(
          [
            'call_leg_difference',
            'call_leg',
            'call_record',
            'call_total',
            'call_month',
            'call_hour',
            'call_package_use',
          ]
            .map((table) => `delete from ${table}`)
            .join(';'),
        );
      await clear();
      await importTestRecords(portal, made.map(recordOf));
      const atOnce = await state();
      expect(atOnce.amount).toBe(reckoned(made));
      await clear();
      const shuffled = made.map((one, index) => ({ one, key: dice[index]! })).sort((a, b) => a.key - b.key);
      for (let first = 0; first < shuffled.length; first += heap) {
        const part = shuffled.slice(first, first + heap).map(({ one }) => recordOf(one));
        // Some batches are sent twice.
        await importTestRecords(portal, part);
        if (heap % 2 === 0) await importTestRecords(portal, part);
      }
      expect(await state()).toEqual(atOnce);
    }),
    { numRuns: 60 },
  );
});

test('stored totals equal the sums of the calls after every kind of change', async () => {
  const portal = await exchange([{ zone: 'home', price: 100 }], [{ seconds: 120, zones: ['home'] }]);
  await importTestRecords(portal, [
    { uniqueid: '1', start: '2026-10-31 22:30:00', billsec: 61 },
    { uniqueid: '2', start: '2026-11-02 10:00:00', billsec: 90 },
    { uniqueid: '3', src: '79270000001', dst: NUMBER, start: '2026-11-02 11:00:00' },
  ]);
  // An earlier leg of the second call: it began in October by the provider’s clock.
  await importTestRecords(portal, [{ uniqueid: '2a', linkedid: '2', start: '2026-10-31 21:00:00', billsec: 45 }]);
  const sums = `phone_number, period, zone, direction, count(*)::integer as calls, sum(seconds)::bigint as seconds,
    sum(covered_seconds)::bigint as covered_seconds, sum(amount_kopecks)::bigint as amount_kopecks`;
  const { rows: counted } = await portal.pool.query(
    `select ${sums} from call_record group by phone_number, period, zone, direction order by 1, 2, 3, 4`,
  );
  const { rows: kept } = await portal.pool.query(
    'select * from call_total where calls > 0 order by phone_number, period, zone, direction',
  );
  expect(kept).toEqual(counted);
  expect(counted).toHaveLength(2);
  const { rows: months } = await portal.pool.query(
    `select m.period from call_month m
     where m.amount_kopecks <> (select coalesce(sum(amount_kopecks), 0) from call_record c where c.period = m.period)`,
  );
  expect(months).toEqual([]);
});
