import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { markCharged } from '../../../../seeds/money/charged.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { accountForecast, forecastsOf } from './forecast.queries.ts';
import { forecastAfter } from './forecast.rules.ts';

const today = day('2026-11-20');
const CONTRACT = 1;

/** The forecast of the contract's accounts, with days charged up to today as after a run. */
async function forecasts(contractId = CONTRACT) {
  const client = await pool.connect();
  await markCharged(client, today);
  client.release();
  return portal.world.db.read((tx) => forecastsOf(tx, contractId, today));
}

/** One contract with an account of each kind, two plans and a program; each test adds its own. */
const PROVIDER = `
  insert into town (town_id, name, is_default) values (1, 'Тольятти', true);
  insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
  values (1, 'Абонент', 'Абонент', 'Абонент', 1, '1', 1, '2020-01-01');
  insert into account (account_id, kind, contract_id, account_no) values (1, 'i', 1, 'i-1'), (2, 't', 1, 't-1');
  insert into plan (plan_id, service_kind, name, summary, price_kopecks, unit) values
    (1, 'internet', 'Волга 300', '', 55000, 'month'), (2, 'internet', 'Волга 500', '', 69000, 'month'),
    (3, 'telephone', 'Городской', '', 25000, 'month'), (4, 'mail', 'Ящик', '', 0, 'month');
  insert into plan_option (option_id, plan_id, name, oferta, remarks, price_kopecks) values
    (1, 1, 'Старая опция', '', '', 1000), (2, 2, 'Новая опция', '', '', 2000), (3, 1, 'Второй роутер', '', '', 8000);
  insert into program (program_id, service_kind, name, summary, description, price_kopecks)
  values (77, 'contract', 'Статический адрес', '', '', 15000), (78, 'internet', 'Антивирус', '', '', 9900);
  create sequence login;`;

let portal: TestPortal;
let pool: pg.Pool;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  pool = portal.pool;
  await pool.query(PROVIDER);
});

/** A service of the account `i`, active by default. */
async function service(
  more: { state?: string; reason?: string; returnsOn?: string; plan?: number } = {},
): Promise<number> {
  const { state = 'active', reason = null, returnsOn = null, plan = 1 } = more;
  const { rows } = await pool.query<{ user_id: number }>(
    `insert into service_user (contract_id, account_id, user_type, name, login, address, state, reason, state_since,
       returns_on, plan_id, opened_on, closed_on)
     values (1, 1, 'isg', 'Интернет', 'u' || nextval('login'), '', $1, $2, '2026-11-01', $3, $4, '2020-01-01',
       case when $1 = 'closed' then date '2026-11-01' end) returning user_id`,
    [state, reason, returnsOn, plan],
  );
  return rows[0]!.user_id;
}

/** `[day, charges]` of the account `i` while it has money: enough for three months. */
async function charges(): Promise<[string, string[]][]> {
  const [account] = await forecasts();
  return account!.upcoming.slice(0, 3).map((charge) => [charge.day, charge.parts.map(({ text }) => plain(text))]);
}
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

async function plenty(): Promise<void> {
  await pool.query(`
    insert into account (account_id, kind, account_no) values (9, 'cash', 'cash');
    insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
    values (1, 'payment', 'plenty', '2026-11-01', '2026-11-01');
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
    select 1, account_id, amount, '2026-11-01', '2026-11-01', 'Пополнение'
    from (values (1, 900000), (9, -900000)) as entry (account_id, amount);`);
}

describe('charges', () => {
  beforeEach(plenty);

  test('include a plan, its options and programs, and programs of the contract', async () => {
    const user = await service();
    await pool.query(`insert into user_option values (${user}, 1, 'on')`);
    await pool.query(`insert into user_program values (${user}, 78, 'on')`);
    await pool.query(`insert into contract_program values (1, 77, 'on')`);
    expect((await charges())[0]).toEqual([
      '2026-12-01',
      ['Интернет «Волга 300»', 'Статический адрес', 'Антивирус', 'Старая опция'],
    ]);
  });

  test('use a planned plan from its day, and end the options of the old plan', async () => {
    const user = await service();
    await pool.query(
      `insert into user_option values (${user}, 1, 'on', null, null), (${user}, 2, 'on_pending', null, '2026-12-01')`,
    );
    await pool.query(`
      insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at) values
        (${user}, 2, '2027-01-01', 'planned', 'client', '2026-11-10'),
        (${user}, 1, '2026-12-01', 'cancelled', 'client', '2026-11-10')`);
    expect(await charges()).toEqual([
      ['2026-12-01', ['Интернет «Волга 300»', 'Новая опция', 'Старая опция']],
      ['2027-01-01', ['Интернет «Волга 500»', 'Новая опция']],
      ['2027-02-01', ['Интернет «Волга 500»', 'Новая опция']],
    ]);
  });

  test('begin and end pending options and programs on their days', async () => {
    await pool.query('update contract set billing_day = 25');
    const user = await service();
    await pool.query(
      `insert into user_option values (${user}, 1, 'off_pending', null, '2026-12-25'), (${user}, 3, 'on_pending', null, '2026-12-25')`,
    );
    await pool.query(
      `insert into user_program (user_id, program_id, status, changes_on) values (${user}, 78, 'off_pending', '2026-12-25')`,
    );
    await pool.query(`insert into contract_program values (1, 77, 'on_pending', null, '2026-12-25')`);
    expect((await charges()).slice(0, 2)).toEqual([
      ['2026-11-25', ['Интернет «Волга 300»', 'Антивирус', 'Старая опция']],
      ['2026-12-25', ['Интернет «Волга 300»', 'Статический адрес', 'Второй роутер']],
    ]);
  });

  test('resume after a pause on the day of return, and never without an end', async () => {
    await service({ state: 'paused', returnsOn: '2026-12-15' });
    await service({ state: 'paused', plan: 2 });
    expect(await charges()).toMatchObject([
      ['2026-12-15', ['Интернет «Волга 300»']],
      ['2027-01-01', ['Интернет «Волга 300»']],
      ['2027-02-01', ['Интернет «Волга 300»']],
    ]);
  });

  test.each([
    ['closed', undefined],
    ['connecting', undefined],
    ['blocked', 'operator'],
  ])('are zero for a service that is %s (%s)', async (state, reason) => {
    await service(reason === undefined ? { state } : { state, reason });
    expect(await charges()).toEqual([]);
  });

  test.each(['login_locked', 'session_stuck', 'binding_stale', 'schedule', 'abuse', 'repair'])(
    'continue for a service blocked as %s',
    async (reason) => {
      await service({ state: 'blocked', reason });
      expect((await charges())[0]).toEqual(['2026-12-01', ['Интернет «Волга 300»']]);
    },
  );

  test('exclude programs of a suspended contract', async () => {
    await pool.query(`insert into contract_program values (1, 77, 'on')`);
    await pool.query(`update contract set state = 'suspended'`);
    expect(await charges()).toEqual([]);
  });

  test('sum up a hundred and twenty services in one line', async () => {
    for (let count = 0; count < 120; count += 1) await service();
    const [account] = await forecasts();
    expect(account!.upcoming[0]!.parts).toEqual([
      { text: 'Интернет «Волга\u00a0300»\u00a0×\u00a0120', amount: 120 * 55000 },
    ]);
    expect(account!.prices).toHaveLength(120);
  });
});

test('include numbers on the account t, except those closed by the operator', async () => {
  await pool.query(`
    insert into phone_number (phone_number, contract_id, account_id, plan_id, state, reason, opened_on, closed_on) values
      ('78482000001', 1, 2, 3, 'active', null, '2020-01-01', null),
      ('78482000002', 1, 2, 3, 'blocked', 'operator', '2020-01-01', null),
      ('78482000003', 1, 2, 3, 'closed', null, '2020-01-01', '2026-01-01')`);
  await forecasts();
  const forecast = await portal.world.db.read((tx) => accountForecast(tx, 2, today));
  expect(forecast).toMatchObject({
    kind: 't',
    accountNo: 't-1',
    blocked: false,
    dueOnReturn: [],
    lastsUntil: '2026-12-01',
  });
  expect(forecast.upcoming).toMatchObject([{ amount: 25000, missing: 25000 }]);
});

test('a charge of once falls due on its day and on its own account, and no more once it is charged', async () => {
  await plenty();
  await pool.query(`
    insert into one_time_charge (account_id, what, text, amount_kopecks, day, transaction_id) values
      (1, 'a', 'Выезд', 70000, '2026-12-24', null), (2, 'b', 'Розетка', 30000, '2026-12-25', null),
      (1, 'c', 'Кабель', 50000, '2026-12-26', 1)`);
  const [internet, telephone] = await forecasts();
  const dueOf = (forecast: typeof internet) => forecast!.upcoming.map(({ day: due, amount }) => [due, amount]);
  expect(dueOf(internet)).toEqual([['2026-12-24', 70000]]);
  expect(dueOf(telephone)).toEqual([['2026-12-25', 30000]]);
});

test('a service in debt blocks only its own account, and the fee waits for the payment', async () => {
  await service({ state: 'blocked', reason: 'debt' });
  const [internet, telephone] = await forecasts();
  expect(internet).toMatchObject({ kind: 'i', blocked: true, upcoming: [], daysLeft: 0 });
  expect(internet!.fees).toMatchObject([{ amount: 55000 }]);
  expect(telephone).toMatchObject({ kind: 't', blocked: false, lastsUntil: null });
});

test('a debtor who pays is charged for a program of the contract on that day, and next on the billing day', async () => {
  await service({ state: 'blocked', reason: 'debt' });
  await pool.query(`insert into contract_program values (1, 77, 'on')`);
  await forecasts();
  await pool.query('delete from fee_charged');
  const forecast = await portal.world.db.read((tx) => accountForecast(tx, 1, today));
  // Eleven days of thirty.
  const due = [20167, 5500];
  expect(forecast.dueOnReturn.map(({ amount }) => amount)).toEqual(due);
  expect(forecast.debt).toBe(20167 + 5500);
  const { upcoming } = forecastAfter(forecast, kopecks(900_000));
  expect(upcoming[0]).toMatchObject({ day: '2026-12-01', amount: 55000 + 15000 });
});

test('a service without a plan costs nothing, but its debt still blocks the account', async () => {
  const user = await service({ state: 'blocked', reason: 'debt' });
  await pool.query(`update service_user set plan_id = null where user_id = ${user}`);
  await forecasts();
  const forecast = await portal.world.db.read((tx) => accountForecast(tx, 1, today));
  expect(forecast).toMatchObject({ blocked: true, fees: [] });
});

test('another contract does not change the forecast', async () => {
  await service();
  await otherContract();
  expect(await forecasts(2)).toMatchObject([{ accountNo: 'i-2', prices: [] }]);
});

/** With the account `i` alone. */
const otherContract = () =>
  pool.query(`
    insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
    select 2, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on from contract;
    insert into account (account_id, kind, contract_id, account_no) values (3, 'i', 2, 'i-2')`);

test('an account of the provider has no forecast', async () => {
  await plenty();
  await expect(portal.world.db.read((tx) => accountForecast(tx, 9, today))).rejects.toThrow("Account 9 is no client's");
});

test('a price of its own stays with the account that it was given on', async () => {
  const user = await service();
  await otherContract();
  await pool.query(`
    insert into individual_price (contract_id, account_id, user_id, sold_kind, plan_id, price_kopecks, from_day, reason, given_by, given_at)
    values (1, 1, ${user}, 'plan', 1, 40000, '2026-11-01', 'Так вышло', 'Анна', '2026-11-01')`);
  expect((await forecasts())[0]!.prices).toMatchObject([{ amount: 40000 }]);
  await pool.query(`update service_user set contract_id = 2, account_id = 3 where user_id = ${user}`);
  expect((await forecasts(2))[0]!.prices).toMatchObject([{ amount: 55000 }]);
});

test('a price of its own begins a charge of its own, though it is that of the catalogue', async () => {
  await plenty();
  const user = await service();
  await pool.query(`
    insert into individual_price (contract_id, account_id, user_id, sold_kind, plan_id, price_kopecks, from_day, reason, given_by, given_at)
    values (1, 1, ${user}, 'plan', 1, 55000, '2026-12-11', 'Цена не вырастет', 'Анна', '2026-11-01')`);
  // Ten days of thirty-one, and the others.
  expect((await forecasts())[0]!.upcoming.slice(0, 3)).toMatchObject([
    { day: '2026-12-01', amount: 17742 },
    { day: '2026-12-11', amount: 37258 },
    { day: '2027-01-01', amount: 55000 },
  ]);
});

test('a price of its own that was ended before it began changes nothing: a debtor owes for all days at once', async () => {
  const user = await service({ state: 'blocked', reason: 'debt' });
  await pool.query(`
    insert into individual_price (contract_id, account_id, user_id, sold_kind, plan_id, price_kopecks, from_day, reason, given_by, given_at,
      ended_on, ended_by, ended_at)
    values (1, 1, ${user}, 'plan', 1, 40000, '2026-11-25', 'Так вышло', 'Анна', '2026-11-01', '2026-11-25', 'Анна', '2026-11-02')`);
  await forecasts();
  await pool.query('delete from fee_charged');
  const forecast = await portal.world.db.read((tx) => accountForecast(tx, 1, today));
  // Eleven days of thirty.
  expect(forecast.dueOnReturn).toMatchObject([{ amount: 20167 }]);
});

test('days that were charged for a service that is off now are given back tomorrow', async () => {
  await plenty();
  const user = await service({ state: 'blocked', reason: 'operator' });
  await pool.query(`
    insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
    values (2, 'charge', 'november', '2026-11-01', '2026-11-01');
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
    values (2, 1, -55000, '2026-11-01', '2026-11-01', 'Интернет'), (2, 9, 55000, '2026-11-01', '2026-11-01', 'Интернет');
    insert into fee_charged (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id)
    values (1, '${user}:plan', 1, '2026-11-01', '2026-12-01', 55000, 2)`);
  // Ten days of thirty.
  expect((await forecasts())[0]!.upcoming).toMatchObject([
    { day: '2026-11-21', parts: [{ text: 'Возврат: Интернет', amount: -18333 }] },
  ]);
});

test('what is charged in this month is compared with the month before', async () => {
  await plenty();
  await pool.query(`
    insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
    select id, 'charge', 'charge-' || id, day, day from (values (2, date '2026-09-05'), (3, '2026-10-05'), (4, '2026-11-05')) as t (id, day);
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
    select id, account_id, sign * amount, day, day, 'Интернет' from
      (values (2, date '2026-09-05', 5000), (3, '2026-10-05', 10000), (4, '2026-11-05', 30000)) as t (id, day, amount),
      (values (1, -1), (9, 1)) as side (account_id, sign)`);
  expect((await forecasts()).map(({ more }) => more)).toEqual([20000, null]);
});

describe('before the first day of charging', () => {
  const onHold = (contractId = CONTRACT) => portal.world.db.read((tx) => forecastsOf(tx, contractId, today));
  const begin = () => pool.query(`insert into charging_begin (first_day, named_at) values ('2026-11-26', now())`);

  test('nothing is charged, and then from that day on', async () => {
    await service();
    expect((await onHold())[0]).toMatchObject({ upcoming: [], lastsUntil: null });
    await begin();
    // Five days of thirty.
    expect((await onHold())[0]!.upcoming).toMatchObject([{ day: '2026-11-26', amount: 9167 }]);
  });

  test('a debtor has nothing to pay for the days before it', async () => {
    await service({ state: 'blocked', reason: 'debt' });
    await pool.query(`update account set debt_since = '2026-11-01' where account_id = 1`);
    await begin();
    expect((await onHold())[0]).toMatchObject({ blocked: true, dueOnReturn: [], debt: 0 });
  });

  test('a service that returns by then keeps the days that are paid for', async () => {
    await otherContract();
    const user = await service({ state: 'paused', returnsOn: '2026-11-24' });
    await pool.query(`
      update service_user set contract_id = 2, account_id = 3 where user_id = ${user};
      insert into fee_charged (account_id, what, sold_id, charged_from, charged_until, amount_kopecks)
      values (3, '${user}:plan', 1, '2026-11-01', '2026-12-01', 0)`);
    await begin();
    expect((await onHold(2))[0]!.upcoming).toMatchObject([{ day: '2026-12-01', amount: 55000 }]);
  });
});
