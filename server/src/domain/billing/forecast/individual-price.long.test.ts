import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { accountForecast } from './forecast.queries.ts';
import { chargedOn, forecastAfter } from './forecast.rules.ts';

// The run charges in SQL, forecasts are TypeScript: what a client with prices of his own pays on a day must be the same in both.

const TODAY = day('2026-11-20');
const DAYS = 50;
const CLIENTS = 30;
/** Smaller ids are those of the provider's accounts. */
const FIRST_ID = 101;

const sum = fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 900_00 }));
const dayFrom = (min: number, max: number) => fc.integer({ min, max }).map((days) => addDays(TODAY, days));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

/** Days between periods and their lengths, one after another; the last may have no end. */
const periods = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 25 }),
    days: fc.integer({ min: 1, max: 40 }),
    price: sum,
    percent: maybe(fc.integer({ min: 1, max: 100 })),
    isEndless: fc.boolean(),
    endedAfter: maybe(fc.integer({ min: 0, max: 39 })),
  }),
  { maxLength: 4 },
);

const client = fc.record({
  price: sum,
  unit: fc.constantFrom('month', 'month', 'day'),
  change: maybe(fc.record({ from: dayFrom(-25, 60), price: sum })),
  promo: maybe(fc.record({ price: sum, until: dayFrom(-10, 40) })),
  since: maybe(dayFrom(-25, 0)),
  first: dayFrom(-30, 20),
  plan: periods,
  option: periods,
  common: periods,
  phone: periods,
  pause: maybe(fc.record({ from: dayFrom(1, 30), days: fc.integer({ min: 1, max: 35 }) })),
  next: maybe(fc.record({ from: dayFrom(1, 60), price: sum })),
});
type Shape = Omit<typeof client extends fc.Arbitrary<infer T> ? T : never, 'unit'> & { unit: string };

interface Thing {
  readonly kind: 'plan' | 'option' | 'program' | 'phone';
  readonly id: number;
}

/** Whose it is, and of what; a price of a plan is of this plan only. */
const columnsOf = ({ kind, id }: Thing, n: number, isPrice: boolean) =>
  ({
    plan: { user_id: n, sold_kind: 'plan', ...(isPrice && { plan_id: id }) },
    option: { user_id: n, sold_kind: 'option', option_id: id },
    program: { sold_kind: 'program', program_id: id },
    phone: { phone_number: phoneOf(n), sold_kind: 'plan', ...(isPrice && { plan_id: id }) },
  })[kind];

async function give({ pool }: TestPortal, n: number, thing: Thing, own: Shape['plan'], first: Day) {
  let from = first;
  for (const [index, one] of own.entries()) {
    from = addDays(from, one.gap);
    const isEndless = index === own.length - 1 && one.isEndless;
    const isEnded = one.endedAfter !== null && one.endedAfter < one.days;
    const row = {
      contract_id: n,
      account_id: n,
      ...columnsOf(thing, n, one.percent === null),
      from_day: from,
      until_day: isEndless ? null : addDays(from, one.days),
      ...(one.percent === null ? { price_kopecks: one.price } : { percent: one.percent }),
      reason: 'Так вышло',
      given_by: 'Анна',
      given_at: '2026-11-01',
      ...(isEnded && { ended_on: addDays(from, one.endedAfter ?? 0), ended_by: 'Анна', ended_at: '2026-11-01' }),
    };
    const names = Object.keys(row);
    await pool.query(
      `insert into individual_price (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(row),
    );
    from = addDays(from, one.days);
  }
}

const phoneOf = (n: number) => `7${String(8_482_000_000 + n)}`;

/** The contract, the account, the service, its plan, its option and the program of the contract `n`. */
async function sell(portal: TestPortal, one: Shape, n: number, billingDay: number) {
  const { pool } = portal;
  await pool.query(
    `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
     values ($1, 'Абонент', 'Абонент', 'Абонент', 1, '1', $2, '2020-01-01')`,
    [n, billingDay],
  );
  await pool.query(
    `insert into account (account_id, kind, contract_id, account_no) overriding system value values ($1::bigint, 'i', $1, $1::text || 'i')`,
    [n],
  );
  const plan = (id: number, price: number) =>
    pool.query(
      `insert into plan (plan_id, service_kind, name, summary, price_kopecks, unit) values ($1, 'internet', $2, '', $3, $4)`,
      [id, `Тариф ${id}`, price, one.unit],
    );
  await plan(n, one.price);
  if (one.change)
    await pool.query(
      `insert into price_change (sold_kind, plan_id, from_day, price_kopecks, planned_by, planned_at) values ('plan', $1, $2, $3, 'Анна', now())`,
      [n, one.change.from, one.change.price],
    );
  await pool.query(
    `insert into service_user (user_id, contract_id, account_id, user_type, name, login, address, state, state_since, plan_id,
       opened_on, plan_since, promo_kopecks, promo_until) overriding system value
     values ($1::bigint, $1, $1, 'isg', 'Услуга', 'u' || $1::bigint::text, '', 'active', '2026-11-01', $1::bigint::integer, '2020-01-01', $2, $3, $4)`,
    [n, one.since, one.promo?.price, one.promo?.until],
  );
  await pool.query(
    `insert into plan_option (option_id, plan_id, name, oferta, remarks, price_kopecks) values ($1, $1, $2, '', '', $3)`,
    [n, `Опция ${n}`, one.price],
  );
  await pool.query(
    `insert into user_option (user_id, option_id, status, since) values ($1::bigint, $1::bigint::integer, 'on', null)`,
    [n],
  );
  await pool.query(
    `insert into program (program_id, service_kind, name, summary, description, price_kopecks) values ($1, 'contract', $2, '', '', $3)`,
    [n, `Программа ${n}`, one.price],
  );
  await pool.query(
    `insert into contract_program (contract_id, program_id, status, since) values ($1::bigint, $1::bigint::integer, 'on', '2026-10-07')`,
    [n],
  );
  await pool.query(
    `insert into plan (plan_id, service_kind, name, summary, price_kopecks, unit) values ($1, 'telephone', $2, '', $3, 'month')`,
    [2000 + n, `Номер ${n}`, one.price],
  );
  await pool.query(
    `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on) values ($1, $2, $2, $3, 'active', '2020-01-01')`,
    [phoneOf(n), n, 2000 + n],
  );
  await give(portal, n, { kind: 'plan', id: n }, one.plan, one.first);
  await give(portal, n, { kind: 'option', id: n }, one.option, one.first);
  await give(portal, n, { kind: 'program', id: n }, one.common, one.first);
  await give(portal, n, { kind: 'phone', id: 2000 + n }, one.phone, one.first);
  if (one.pause)
    await pool.query(
      `insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks, return_kopecks)
       values ($1, $2, $3, 'planned', now(), '{}', 0, 0, 0)`,
      [n, one.pause.from, addDays(one.pause.from, one.pause.days)],
    );
  if (one.next) {
    await plan(1000 + n, one.next.price);
    await pool.query(
      `insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at) values ($1, $2, $3, 'planned', 'operator', now())`,
      [n, 1000 + n, one.next.from],
    );
  }
}

const PROVIDER = `
  insert into town (town_id, name, is_default) values (1, 'Тольятти', true);
  insert into account (account_id, kind, contract_id, account_no) values (99999, 'cash', null, 'cash');`;

const PLENTY = `
  insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
  select 1000000 + account_id, 'payment', 'plenty-' || account_id, '2026-11-01', '2026-11-01' from account where contract_id is not null;
  insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
  select 1000000 + a.account_id, entry.account_id, entry.amount, '2026-11-01', '2026-11-01', 'Пополнение' from account a
  cross join lateral (values (a.account_id, 9000000000), (99999, -9000000000)) as entry (account_id, amount) where a.contract_id is not null;`;

async function provider(billingDay: number, { hasMoney }: { readonly hasMoney: boolean }) {
  const portal = await testPortal({ template: 'empty' });
  await portal.pool.query(PROVIDER);
  const shapes = fc.sample(client, { numRuns: CLIENTS, seed: 2026 + billingDay });
  for (const [index, one] of shapes.entries()) await sell(portal, one, FIRST_ID + index, billingDay);
  if (hasMoney) await portal.pool.query(PLENTY);
  portal.clock.set(new Date(`${TODAY}T08:00:00Z`));
  await chargeUpTo(portal.world);
  return portal;
}

type Sums = Record<string, number>;

/** What the run has charged after a day, by account and day. */
async function chargedAfter({ pool }: TestPortal, since: Day): Promise<Map<string, Sums>> {
  const { rows } = await pool.query<{ account_id: number; day: Day; text: string; amount: number }>(
    `select e.account_id, e.day, e.text, -sum(amount_kopecks)::int as amount
     from ledger_entry e join ledger_transaction t using (transaction_id) join account a on a.account_id = e.account_id
     where a.contract_id is not null and e.day > $1 and t.kind <> 'payment' group by e.account_id, e.day, e.text`,
    [since],
  );
  return sumsOf(rows.map((row) => ({ key: `${row.account_id} ${row.day}`, ...row })));
}

function sumsOf(rows: readonly { key: string; text: string; amount: number }[]): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { key, text, amount } of rows) {
    const of = sums.get(key) ?? {};
    const plain = text.replaceAll('\u00a0', ' ');
    sums.set(key, { ...of, [plain]: (of[plain] ?? 0) + amount });
  }
  return sums;
}

const DAYS_AHEAD = Array.from({ length: DAYS }, (_, index) => addDays(TODAY, index + 1));
const CLIENT_IDS = Array.from({ length: CLIENTS }, (_, index) => FIRST_ID + index);

test.each([1, 31])('charges are what was forecast, with prices of one’s own; billing day %s', async (billingDay) => {
  const portal = await provider(billingDay, { hasMoney: true });
  const { pool, clock, world } = portal;
  const ahead: { key: string; text: string; amount: number }[] = [];
  for (const id of CLIENT_IDS) {
    const forecast = await world.db.read((tx) => accountForecast(tx, id, TODAY));
    for (const on of DAYS_AHEAD)
      ahead.push(...chargedOn(forecast, on).map((line) => ({ key: `${id} ${on}`, ...line })));
  }
  clock.set(new Date(`${addDays(TODAY, DAYS)}T08:00:00Z`));
  await chargeUpTo(world);
  expect((await pool.query('select error from charge_failure')).rows).toEqual([]);
  const charged = await chargedAfter(portal, TODAY);
  expect(charged.size).toBeGreaterThan(CLIENTS);
  expect(differing(sumsOf(ahead), charged)).toEqual([]);
});

test('what a debtor owes, and what is charged after he has paid, is what was forecast', async () => {
  const portal = await provider(7, { hasMoney: false });
  const { clock, world } = portal;
  const ahead: { key: string; text: string; amount: number }[] = [];
  const debtors = new Set<number>();
  for (const id of CLIENT_IDS) {
    const forecast = await world.db.read((tx) => accountForecast(tx, id, TODAY));
    if (!forecast.blocked) continue;
    debtors.add(id);
    const due = forecast.dueOnReturn.reduce((all, { amount }) => all + amount, 0);
    expect(forecast.debt, String(id)).toBe(due);
    const after = forecastAfter(forecast, kopecks(900_000_00));
    for (const on of DAYS_AHEAD) ahead.push(...chargedOn(after, on).map((line) => ({ key: `${id} ${on}`, ...line })));
    await payPlenty(portal, id);
    const left = await world.db.read((tx) => accountForecast(tx, id, TODAY));
    expect([id, left.blocked, left.balance]).toEqual([id, false, 900_000_00 - due]);
  }
  expect(debtors.size).toBeGreaterThan(20);
  clock.set(new Date(`${addDays(TODAY, DAYS)}T08:00:00Z`));
  await chargeUpTo(world);
  const charged = await chargedAfter(portal, TODAY);
  const ofDebtors = new Map([...charged].filter(([key]) => debtors.has(Number(key.split(' ')[0]))));
  expect(differing(sumsOf(ahead), ofDebtors)).toEqual([]);
});

const payPlenty = ({ world }: TestPortal, accountId: number) =>
  world.db.write((tx) =>
    credit(
      tx,
      { accountId, amount: kopecks(900_000_00), method: 'sbp', reference: `test:${accountId}`, text: 'Пополнение' },
      { now: world.clock.now(), zone: world.provider.time_zone },
    ),
  );

const differing = (expected: Map<string, Sums>, real: Map<string, Sums>) =>
  [...new Set([...expected.keys(), ...real.keys()])].flatMap((key) => {
    const [forecast, charged] = [expected.get(key) ?? {}, real.get(key) ?? {}];
    return [...new Set([...Object.keys(forecast), ...Object.keys(charged)])]
      .filter((text) => forecast[text] !== charged[text])
      .map((text) => ({ key, text, forecast: forecast[text], charged: charged[text] }));
  });
