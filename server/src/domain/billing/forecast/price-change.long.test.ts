import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day, type Day } from '@kabinet/contract/kernel/day';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { accountForecast } from './forecast.queries.ts';
import { chargedOn } from './forecast.rules.ts';

// The run charges in SQL, forecasts are TypeScript: what a service costs on a day must be the same in both, whenever its price changes.

const TODAY = day('2026-11-20');
const DAYS = 50;
const SERVICES = 100;

const kopecks = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900_00 }));
const dayFrom = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays(TODAY, days));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const changes = fc.uniqueArray(fc.record({ from: dayFrom(-25, 70), price: kopecks }), {
  maxLength: 3,
  selector: (one) => one.from,
});
const promo = maybe(fc.record({ price: kopecks, until: dayFrom(-10, 60) }));

/** An option or a program: on, or switched on or off on a day to come. */
const addition = fc.record({
  price: kopecks,
  changes,
  promo,
  status: fc.constantFrom('on', 'on_pending', 'off_pending'),
  since: maybe(dayFrom(-25, 0)),
  changesOn: dayFrom(1, 60),
});

const service = fc.record({
  price: kopecks,
  unit: fc.constantFrom('month', 'month', 'day'),
  changes,
  promo,
  option: maybe(addition),
  program: maybe(addition),
  /** Of the contract. */
  common: maybe(addition),
  since: maybe(dayFrom(-25, 0)),
  pause: maybe(fc.record({ from: dayFrom(1, 30), days: fc.integer({ min: 1, max: 35 }) })),
  /** Another plan from a day on, with a price that changes. */
  next: maybe(fc.record({ from: dayFrom(1, 60), price: kopecks, change: dayFrom(-20, 70), then: kopecks })),
});
type Service = ReturnType<typeof shapes>[number];
type Addition = NonNullable<Service['option']>;
const shapes = (seed: number) => fc.sample(service, { numRuns: SERVICES, seed });

const PROVIDER = `
  insert into town (town_id, name, is_default) values (1, 'Тольятти', true);
  insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
  values (1, 'Абонент', 'Абонент', 'Абонент', 1, '1', 1, '2020-01-01');
  insert into account (account_id, kind, contract_id, account_no) values (101, 'i', 1, 'i-1'), (109, 'cash', null, 'cash');
  insert into ledger_transaction (transaction_id, kind, reference, day, happened_at) values (9999999, 'payment', 'plenty', '2026-11-01', '2026-11-01');
  insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
  select 9999999, account_id, amount, '2026-11-01', '2026-11-01', 'Пополнение' from (values (101, 9000000000), (109, -9000000000)) as entry (account_id, amount);`;

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

const changePrice = (query: Query, kind: 'plan' | 'option' | 'program', id: number, from: Day, price: number) =>
  query(
    `insert into price_change (sold_kind, ${kind}_id, from_day, price_kopecks, planned_by, planned_at) values ($4, $1, $2, $3, 'Анна', now())`,
    [id, from, price, kind],
  );

/** The plan of the service `n` has the id `n`, its next one `1000 + n`. */
async function sell(query: Query, one: Service, n: number) {
  const plan = (id: number, price: number) =>
    query(
      `insert into plan (plan_id, service_kind, name, summary, price_kopecks, unit) values ($1, 'internet', $2, '', $3, $4)`,
      [id, `Тариф ${id}`, price, one.unit],
    );
  await plan(n, one.price);
  for (const { from, price } of one.changes) await changePrice(query, 'plan', n, from, price);
  await query(
    `insert into service_user (user_id, contract_id, account_id, user_type, name, login, address, state, state_since, plan_id,
       opened_on, plan_since, promo_kopecks, promo_until) overriding system value
     values ($1::integer, 1, 101, 'isg', $2, 'u' || $1, '', 'active', '2026-11-01', $1, '2020-01-01', $3, $4, $5)`,
    [n, `Услуга ${n}`, one.since, one.promo?.price, one.promo?.until],
  );
  await addToIt(query, one, n);
  if (one.pause)
    await query(
      `insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks, return_kopecks)
       values ($1, $2, $3, 'planned', now(), '{}', 0, 0, 0)`,
      [n, one.pause.from, addDays(one.pause.from, one.pause.days)],
    );
  if (one.next) {
    await plan(1000 + n, one.next.price);
    await changePrice(query, 'plan', 1000 + n, one.next.change, one.next.then);
    await query(
      `insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at) values ($1, $2, $3, 'planned', 'operator', now())`,
      [n, 1000 + n, one.next.from],
    );
  }
}

/** Its option and its program have the id `n`, the program of the contract `1000 + n`. */
async function addToIt(query: Query, { option, program, common }: Service, n: number) {
  if (option) {
    await query(
      `insert into plan_option (option_id, plan_id, name, oferta, remarks, price_kopecks) values ($1, $1, $2, '', '', $3)`,
      [n, `Опция ${n}`, option.price],
    );
    await add(query, { kind: 'option', id: n, table: 'user_option', owner: n }, option);
  }
  const offer = (id: number, kind: string, price: number) =>
    query(
      `insert into program (program_id, service_kind, name, summary, description, price_kopecks) values ($1, $2, $3, '', '', $4)`,
      [id, kind, `Программа ${id}`, price],
    );
  if (program) {
    await offer(n, 'internet', program.price);
    await add(query, { kind: 'program', id: n, table: 'user_program', owner: n }, program);
  }
  if (common) {
    await offer(1000 + n, 'contract', common.price);
    await add(query, { kind: 'program', id: 1000 + n, table: 'contract_program', owner: 1 }, common);
  }
}

interface Place {
  readonly kind: 'option' | 'program';
  readonly id: number;
  readonly table: 'user_option' | 'user_program' | 'contract_program';
  readonly owner: number;
}

async function add(query: Query, { kind, id, table, owner }: Place, one: Addition) {
  for (const { from, price } of one.changes) await changePrice(query, kind, id, from, price);
  const since = one.status === 'on_pending' ? null : one.since;
  const changesOn = one.status === 'on' ? null : one.changesOn;
  await query(
    `insert into ${table} (${table === 'contract_program' ? 'contract_id' : 'user_id'}, ${kind}_id, status, since, changes_on, promo_kopecks, promo_until)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [owner, id, one.status, since, changesOn, one.promo?.price, one.promo?.until],
  );
}

test.each([1, 31])('charges are what was forecast, whenever prices change; billing day %s', async (billingDay) => {
  const portal = await testPortal({ template: 'empty' });
  const { pool, clock, world } = portal;
  await pool.query(PROVIDER);
  await pool.query('update contract set billing_day = $1', [billingDay]);
  for (const [index, one] of shapes(billingDay).entries()) await sell(pool.query.bind(pool), one, index + 1);
  clock.set(new Date(`${TODAY}T08:00:00Z`));
  await chargeUpTo(world);

  const forecast = await world.db.read((tx) => accountForecast(tx, 101, TODAY));
  const expected: [Day, Record<string, number>][] = [];
  for (let ahead = 1; ahead <= DAYS; ahead += 1) {
    const on = addDays(TODAY, ahead);
    const sums: Record<string, number> = {};
    for (const { text, amount } of chargedOn(forecast, on)) sums[plain(text)] = (sums[plain(text)] ?? 0) + amount;
    expected.push([on, sums]);
  }
  clock.set(new Date(`${addDays(TODAY, DAYS)}T08:00:00Z`));
  await chargeUpTo(world);

  const { rows } = await pool.query<{ day: Day; text: string; amount: number }>(
    `select day, text, -sum(amount_kopecks)::int as amount from ledger_entry
     where account_id = 101 and day > $1 group by day, text order by day`,
    [TODAY],
  );
  const charged = Map.groupBy(rows, (row) => row.day);
  const differing = expected.flatMap(([on, sums]) => {
    const real = Object.fromEntries((charged.get(on) ?? []).map(({ text, amount }) => [plain(text), amount]));
    return [...new Set([...Object.keys(sums), ...Object.keys(real)])]
      .filter((text) => sums[text] !== real[text])
      .map((text) => ({ on, text, forecast: sums[text], charged: real[text] }));
  });
  expect((await pool.query('select error from charge_failure')).rows).toEqual([]);
  expect(rows.length).toBeGreaterThan(SERVICES);
  expect(differing).toEqual([]);
});

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
