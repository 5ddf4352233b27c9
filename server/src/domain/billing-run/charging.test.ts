import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, day, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import {
  ableAgain,
  chargeDue,
  markChargedThrough,
  uncharged,
} from '#server/domain/billing/charging/charging.queries.ts';
import { switchPending } from '#server/domain/billing/provider-day/day-transitions.queries.ts';
import { correct } from '#server/domain/billing/correction/correct.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { credit } from '#server/domain/payments/payment/credit.ts';
import { addClient, balanceOf, type Client, type ClientShape } from '../../../test/portal/client.ts';
import { testPortal, type TestPortal } from '../../../test/portal/portal.ts';
import { chargeUpTo } from './charge-run.ts';

const ZONE = 'Europe/Samara';

let portal: TestPortal;
let pool: pg.Pool;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  pool = portal.pool;
});

/** Sets the clock to the early morning of the day, after the night's run. */
async function nightBefore(on: Day): Promise<void> {
  portal.clock.set(new Date(`${on}T00:05:00Z`));
  await chargeUpTo(portal.world);
}

const client = (shape: ClientShape) => addClient(portal.world, shape);
const balance = ({ accountId }: Client) => balanceOf(portal.world, accountId);

/** `[day, kopecks, text, first day, day after the last]` of charges and returns, oldest first. */
async function lines({ accountId }: Client): Promise<unknown[][]> {
  const { rows } = await pool.query<{ line: unknown[] }>(
    `select json_build_array(e.day, e.amount_kopecks, e.text, service_from, service_until) as line
     from ledger_entry e join ledger_transaction t using (transaction_id)
     where account_id = $1 and t.kind in ('charge', 'correction') order by entry_id`,
    [accountId],
  );
  return rows.map(({ line }) => line);
}

async function stateOf({ userId }: Client): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    "select concat_ws(' ', state, reason) as state from service_user where user_id = $1",
    [userId],
  );
  return rows[0]?.state ?? '';
}

let payments = 0;
const pay = ({ accountId }: Client, amount: number) =>
  portal.world.db.write((tx) =>
    credit(
      tx,
      { accountId, amount: kopecks(amount), method: 'sbp', reference: `test:${(payments += 1)}`, text: 'Пополнение' },
      { now: portal.clock.now(), zone: ZONE },
    ),
  );

const expectRightBooks = async () => expect(await portal.world.db.read(verifyLedger)).toEqual([]);

test('a monthly plan is charged once on the billing day, for the days to the next one', async () => {
  const one = await client({ balance: 2000_00, fee: 550_00 });
  await nightBefore(day('2026-11-30'));
  expect(await lines(one)).toEqual([]);
  await nightBefore(day('2026-12-01'));
  await nightBefore(day('2026-12-01'));
  await nightBefore(day('2026-12-02'));
  expect(await lines(one)).toEqual([['2026-12-01', -550_00, 'Интернет «Тест»', '2026-12-01', '2027-01-01']]);
  expect(await balance(one)).toBe(1450_00);
  await expectRightBooks();
});

test('a daily plan is charged every day, also for days without a run', async () => {
  const one = await client({ balance: 100_00, fee: 19_00, unit: 'day' });
  await nightBefore(day('2026-11-21'));
  await nightBefore(day('2026-11-24'));
  expect((await lines(one)).map(([on]) => on)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']);
  expect(await balance(one)).toBe(24_00);
  await expectRightBooks();
});

test('an uncovered charge is not made: the services are switched off, and the client and the network are told', async () => {
  const one = await client({ balance: 549_99, fee: 550_00 });
  await nightBefore(day('2026-12-01'));
  expect(await balance(one)).toBe(549_99);
  expect(await stateOf(one)).toBe('blocked debt');
  const { rows } = await pool.query<{ body: string }>('select body from message');
  expect(rows.map(({ body }) => body.replaceAll('\u00a0', ' ')).join()).toContain('Не хватает 10 ₽');
  await portal.work();
  expect(await portal.world.outside.network.read({ userId: one.userId }, 'internet')).toMatchObject({
    access: 'payment_page_only',
    restriction: 'debt',
  });
});

test('uses the credit limit to the last kopeck', async () => {
  const one = await client({ balance: 50_00, creditLimit: 500_00, fee: 550_00 });
  await nightBefore(day('2026-12-01'));
  expect(await balance(one)).toBe(-500_00);
  expect(await stateOf(one)).toBe('active');
});

test('an account beyond its limit, which has ended, is switched off though nothing is due; one at its limit is not', async () => {
  const beyond = await client({ contractId: 200_001, balance: -10_00, creditLimit: 10_00 });
  const within = await client({ contractId: 200_002, balance: -10_00, creditLimit: 10_00 });
  await pool.query('update account set credit_limit_kopecks = 999 where account_id = $1', [beyond.accountId]);
  await nightBefore(day('2026-11-21'));
  expect([await stateOf(beyond), await stateOf(within)]).toEqual(['blocked debt', 'active']);
  expect([await balance(beyond), await balance(within)]).toEqual([-10_00, -10_00]);
});

test('a payment that covers what is due restores the services and is charged for the days that are left', async () => {
  const one = await client({ balance: 100_00, fee: 310_00 });
  await nightBefore(day('2026-12-01'));
  await nightBefore(day('2026-12-12'));
  expect(await lines(one)).toEqual([]);
  await pay(one, 99_99);
  expect(await stateOf(one)).toBe('blocked debt');
  await pay(one, 1);
  expect(await stateOf(one)).toBe('active');
  // Twenty days of thirty-one.
  expect(await lines(one)).toEqual([['2026-12-12', -200_00, 'Интернет «Тест»', '2026-12-12', '2027-01-01']]);
  expect(await balance(one)).toBe(0);
  await nightBefore(day('2026-12-13'));
  expect(await lines(one)).toHaveLength(1);
  await expectRightBooks();
});

test('restores a debtor who can pay for the days that are left, and tells the client', async () => {
  const one = await client({ balance: 100_00, fee: 310_00 });
  await nightBefore(day('2026-12-21'));
  expect(await stateOf(one)).toBe('blocked debt');
  await nightBefore(day('2026-12-22'));
  expect(await stateOf(one)).toBe('active');
  expect(await lines(one)).toEqual([['2026-12-22', -100_00, 'Интернет «Тест»', '2026-12-22', '2027-01-01']]);
  const { rows } = await pool.query<{ title: string }>('select title from message order by message_id');
  expect(rows.map(({ title }) => title)).toEqual(['Услуги отключены за долг', 'Услуги снова работают']);
  await expectRightBooks();
});

test('a debt is of its own account: nothing else is switched off, and a payment brings back nothing else', async () => {
  const one = await client({ contractId: 200_001, balance: -10_00, creditLimit: 10_00, blocked: true });
  const other = await client({ contractId: 200_002, balance: 0, fee: 310_00 });
  const rich = await client({ contractId: 200_003, balance: 5000_00, telephone: true });
  await pool.query(`update account set credit_limit_kopecks = 500000 where kind = 't'`);
  const closed = await client({ contractId: 200_004, balance: 5000_00 });
  await pool.query(
    `update service_user set contract_id = 200001, account_id = $1, state = 'blocked', reason = 'operator' where user_id = $2`,
    [one.accountId, closed.userId],
  );
  await nightBefore(day('2026-12-01'));
  expect([await stateOf(one), await stateOf(other), await stateOf(rich)]).toEqual([
    'blocked debt',
    'blocked debt',
    'active',
  ]);
  const numbers = async () =>
    (await pool.query<object>('select state, reason from phone_number order by phone_number')).rows;
  expect(await numbers()).toEqual([{ state: 'active', reason: null }]);
  await pool.query(
    `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, reason, opened_on)
     select number, 200003, more.account_id, plan_id, 'blocked', more.reason, '2025-01-01'
     from phone_number, (values ('78482551123', $1::bigint, 'debt'), ('78482551124', $2::bigint, 'operator')) more (number, account_id, reason)`,
    [one.accountId, other.accountId],
  );
  await pay(other, 310_00);
  expect(await numbers()).toMatchObject([{ state: 'active' }, { reason: 'debt' }, { reason: 'operator' }]);
  expect([await stateOf(one), await stateOf(other), await stateOf(closed)]).toEqual([
    'blocked debt',
    'active',
    'blocked operator',
  ]);
  await pay(one, 2000_00);
  expect([await stateOf(one), await stateOf(closed)]).toEqual(['active', 'blocked operator']);
  await pool.query(`update account set credit_limit_kopecks = 0 where kind = 't'`);
  await nightBefore(day('2026-12-02'));
  const told = await pool.query<{ text: string }>(
    'select title || body as text from message where contract_id = 200003',
  );
  expect(told.rows.map(({ text }) => text.replaceAll('\u00a0', ' ')).join()).toContain('+7 8482 55-11-22');
});

test('a promised payment ends before the charges of its last day', async () => {
  const one = await client({ balance: 0, fee: 310_00 });
  await pool.query(
    `insert into promised_payment (account_id, amount_kopecks, limit_before_kopecks, taken_at, ends_on)
     values ($1, 40000, 0, now(), '2026-12-01')`,
    [one.accountId],
  );
  await nightBefore(day('2026-12-01'));
  expect([await stateOf(one), await balance(one)]).toEqual(['blocked debt', 0]);
});

test('a debt that is paid to the last kopeck is paid; what is due later waits for the night', async () => {
  const one = await client({ balance: -10_00, creditLimit: 10_00, blocked: true });
  await pay(one, 10_00);
  expect(await stateOf(one)).toBe('active');
  await pool.query(
    `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, 'document:8', 'Выезд', 100, '2026-11-20')`,
    [one.accountId],
  );
  await pay(one, 1_00);
  expect(await lines(one)).toEqual([]);
  await nightBefore(day('2026-11-21'));
  expect((await lines(one)).map(([on]) => on)).toEqual(['2026-11-21']);
});

test('a client of whose services none works again is not told that they do', async () => {
  const one = await client({ balance: 0 });
  await pool.query(`update account set debt_since = now() where account_id = $1`, [one.accountId]);
  await pool.query(`update service_user set state = 'paused', returns_on = '2027-05-01'`);
  await nightBefore(day('2026-11-21'));
  const { rows } = await pool.query('select debt_since from account where account_id = $1', [one.accountId]);
  expect([rows, (await pool.query('select title from message')).rows]).toEqual([[{ debt_since: null }], []]);
});

test('a returned charge pays for a debt', async () => {
  const one = await client({ balance: 100_00, fee: 60_00, unit: 'day' });
  await nightBefore(day('2026-11-22'));
  expect(await stateOf(one)).toBe('blocked debt');
  const { rows } = await pool.query<{ id: number }>(
    `select transaction_id as id from ledger_transaction where kind = 'charge'`,
  );
  const at = { now: portal.clock.now(), zone: ZONE };
  expect(await portal.world.db.write((tx) => correct(tx, rows[0]!.id, 'Ошибка', at))).toBe('corrected');
  expect(await stateOf(one)).toBe('active');
  expect(await balance(one)).toBe(40_00);
});

test('a pause that ends in a debt waits for its payment', async () => {
  const one = await client({ balance: 0, fee: 310_00 });
  await pool.query(`update account set debt_since = now() where account_id = $1`, [one.accountId]);
  await pool.query(`update service_user set state = 'paused', returns_on = '2026-12-05'`);
  // One day of the pause is left and nothing else is due: the account itself is in debt.
  await pool.query(
    `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, 'document:8', 'Выезд', 100, '2026-11-21')`,
    [one.accountId],
  );
  await nightBefore(day('2026-12-05'));
  expect(await stateOf(one)).toBe('blocked debt');
  await portal.work();
  expect(await portal.world.outside.network.read({ userId: one.userId }, 'internet')).toMatchObject({
    restriction: 'debt',
  });
});

test('an account in debt does not stop the charging of another', async () => {
  const poor = await client({ contractId: 200_001, balance: 0 });
  const rich = await client({ contractId: 200_002, balance: 5000_00 });
  await nightBefore(day('2026-12-01'));
  expect([await stateOf(poor), await stateOf(rich)]).toEqual(['blocked debt', 'active']);
  expect(await balance(rich)).toBe(5000_00 - 1179_00);
});

describe('a change', () => {
  const planned = (one: Client, from: string) =>
    pool.query(
      `with p as (insert into plan (service_kind, name, summary, price_kopecks) values ('internet', 'Быстрый', '', 61000) returning plan_id)
       insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at)
       select $1, plan_id, $2, 'planned', 'client', now() from p`,
      [one.userId, from],
    );

  test('of plan within the month gives back the days of the old one and charges those of the new', async () => {
    const one = await client({ balance: 5000_00, fee: 310_00 });
    await nightBefore(day('2026-12-01'));
    await planned(one, '2026-12-11');
    await nightBefore(day('2026-12-11'));
    await nightBefore(day('2027-01-01'));
    expect(await lines(one)).toEqual([
      ['2026-12-01', -310_00, 'Интернет «Тест»', '2026-12-01', '2027-01-01'],
      ['2026-12-11', 210_00, 'Возврат: Интернет «Тест»', '2026-12-11', '2027-01-01'],
      // Twenty-one days of thirty-one of 610 roubles.
      ['2026-12-11', -413_23, 'Интернет «Быстрый»', '2026-12-11', '2027-01-01'],
      ['2027-01-01', -610_00, 'Интернет «Быстрый»', '2027-01-01', '2027-02-01'],
    ]);
    await expectRightBooks();
  });

  test('of plan that was planned before the charge shortens that charge', async () => {
    const one = await client({ balance: 5000_00, fee: 310_00 });
    await planned(one, '2026-12-11');
    await nightBefore(day('2026-12-11'));
    expect((await lines(one)).slice(0, 2)).toEqual([
      ['2026-12-01', -100_00, 'Интернет «Тест»', '2026-12-01', '2026-12-11'],
      ['2026-12-11', -413_23, 'Интернет «Быстрый»', '2026-12-11', '2027-01-01'],
    ]);
  });

  test('into a pause gives back its days, and the return charges those that are left', async () => {
    const one = await client({ balance: 1000_00, fee: 310_00 });
    await nightBefore(day('2026-12-01'));
    await nightBefore(day('2026-12-10'));
    await pool.query(`update service_user set state = 'paused', returns_on = '2026-12-21'`);
    await nightBefore(day('2026-12-11'));
    expect(await balance(one)).toBe(900_00);
    await nightBefore(day('2026-12-21'));
    expect(await stateOf(one)).toBe('active');
    expect(await balance(one)).toBe(900_00 - 110_00);
    await expectRightBooks();
  });

  test('of options begins and ends on its own day; a new plan takes along the options of the former one only', async () => {
    const one = await client({ balance: 5000_00, fee: 310_00 });
    await planned(one, '2026-12-11');
    await pool.query(
      `with sold as (
         insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
         select plan_id, o.name || ' ' || plan.name, '', '', 100 from plan, (values ('off'), ('later'), ('on'), ('kept')) as o (name)
         where plan.name = case when o.name = 'kept' then 'Быстрый' else 'Тест' end returning option_id, name)
       insert into user_option (user_id, option_id, status, since, changes_on)
       select $1, option_id, case name when 'kept Быстрый' then 'on' when 'on Тест' then 'on_pending' else 'off_pending' end, '2026-11-01',
         case name when 'kept Быстрый' then null when 'on Тест' then date '2026-12-05' when 'off Тест' then '2026-12-05' else '2026-12-10' end
       from sold`,
      [one.userId],
    );
    const options = async () =>
      (
        await pool.query<{ line: string }>(
          `select o.name || ' ' || status as line from user_option join plan_option o using (option_id) order by 1`,
        )
      ).rows.map(({ line }) => line);
    await nightBefore(day('2026-12-04'));
    expect(await options()).toEqual([
      'kept Быстрый on',
      'later Тест off_pending',
      'off Тест off_pending',
      'on Тест on_pending',
    ]);
    await nightBefore(day('2026-12-05'));
    expect(await options()).toEqual(['kept Быстрый on', 'later Тест off_pending', 'on Тест on']);
    await nightBefore(day('2026-12-11'));
    expect(await options()).toEqual(['kept Быстрый on']);
  });

  test('of a program of the contract waits for the charges of its own account', async () => {
    const one = await client({ contractId: 200_001, balance: 5000_00 });
    const other = await client({ contractId: 200_002, balance: 5000_00 });
    await pool.query(
      `with sold as (insert into program (program_id, service_kind, name, summary, description, price_kopecks)
         values (1, 'internet', 'SMS', '', '', 100) returning program_id)
       insert into contract_program (contract_id, program_id, status, changes_on)
       select contract_id, program_id, 'on_pending', '2026-11-21' from contract cross join sold`,
    );
    const statuses = async () =>
      (await pool.query('select status from contract_program order by contract_id')).rows as { status: string }[];
    await portal.world.db.write((tx) => switchPending(tx, [one.accountId], day('2026-11-21')));
    expect(await statuses()).toEqual([{ status: 'on' }, { status: 'on_pending' }]);
    await portal.world.db.write((tx) => switchPending(tx, [other.accountId], day('2026-11-21')));
    expect(await statuses()).toEqual([{ status: 'on' }, { status: 'on' }]);
  });

  test('back from a suspension ends that one only, and its message', async () => {
    const one = await client({ contractId: 200_001, balance: 5000_00 });
    const other = await client({ contractId: 200_002, balance: 5000_00 });
    await pool.query(
      `insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks)
       select user_id, '2026-11-01', returns_on, 'active', now(), paid::datemultirange, 100, 0
       from (values ($1::bigint, date '2026-11-21', '{}'), ($2, '2026-11-25', '{[2026-11-21,2026-11-25)}')) s (user_id, returns_on, paid)`,
      [one.userId, other.userId],
    );
    await pool.query(
      `update service_user u set state = 'paused', returns_on = until_day from suspension s where s.user_id = u.user_id`,
    );
    await pool.query(
      `insert into message (contract_id, kind, title, body, created_at, topic)
       select contract_id, 'info', 'Скоро заработает', '', now(), 'suspension:' || suspension_id
       from suspension join service_user using (user_id)`,
    );
    await nightBefore(day('2026-11-21'));
    const { rows } = await pool.query(
      `select s.state, m.until is null as is_shown from suspension s join message m on m.topic = 'suspension:' || suspension_id
       order by suspension_id`,
    );
    expect(rows).toEqual([
      { state: 'ended', is_shown: false },
      { state: 'active', is_shown: true },
    ]);
    // A paid day of the other is charged to the other.
    const texts = async (of: Client) => (await lines(of)).map(([, amount, text]) => [amount, text]);
    expect(await texts(one)).not.toContainEqual([-1_00, 'Приостановление «Интернет дома»']);
    expect(await texts(other)).toContainEqual([-1_00, 'Приостановление «Интернет дома»']);
  });

  test('there and back on one day costs nothing, however often', async () => {
    const one = await client({ balance: 1000_00, fee: 310_00 });
    await nightBefore(day('2026-12-01'));
    for (const state of ['paused', 'active', 'paused', 'active']) {
      await pool.query('update service_user set state = $1', [state]);
      await pool.query(`update account set charged_through = '2026-11-30' where contract_id is not null`);
      await pool.query(`delete from charge_run where day = '2026-12-01'`);
      await nightBefore(day('2026-12-01'));
    }
    expect(await balance(one)).toBe(690_00);
    await expectRightBooks();
  });
});

test('charges a promotion to its end, then the regular price; a free period costs nothing', async () => {
  const one = await client({ balance: 5000_00, fee: 310_00 });
  const free = await client({ contractId: 200_002, balance: 5000_00, fee: 310_00 });
  await pool.query(`update service_user set promo_kopecks = 3100, promo_until = '2026-12-11' where user_id = $1`, [
    one.userId,
  ]);
  await pool.query(`update service_user set promo_kopecks = 0, promo_until = '2026-12-11' where user_id = $1`, [
    free.userId,
  ]);
  await nightBefore(day('2027-01-01'));
  expect((await lines(one)).map(([, amount]) => amount)).toEqual([-10_00, -210_00, -310_00]);
  expect((await lines(free)).map(([, amount]) => amount)).toEqual([-210_00, -310_00]);
});

describe('the evening forecast includes', () => {
  const tomorrow = async ({ accountId }: Client, today: Day) => {
    const { upcoming } = await portal.world.db.read((tx) => accountForecast(tx, accountId, today));
    return upcoming.map(({ day: on, amount }) => [on, amount]).slice(0, 2);
  };

  test('days that a pause gives back, and its return', async () => {
    const one = await client({ balance: 1000_00, fee: 310_00 });
    await nightBefore(day('2026-12-01'));
    await nightBefore(day('2026-12-10'));
    await pool.query(`update service_user set state = 'paused', returns_on = '2026-12-21'`);
    expect(await tomorrow(one, day('2026-12-10'))).toEqual([
      ['2026-12-11', -210_00],
      ['2026-12-21', 110_00],
    ]);
    await nightBefore(day('2026-12-11'));
    expect(await balance(one)).toBe(900_00);
  });

  test('no charge at the end of a promotion that started after its days were charged', async () => {
    const one = await client({ balance: 5000_00, fee: 310_00 });
    await nightBefore(day('2026-12-01'));
    await pool.query(`update service_user set promo_kopecks = 100, promo_until = '2026-12-11'`);
    expect((await tomorrow(one, day('2026-12-01')))[0]).toEqual(['2027-01-01', 310_00]);
    await nightBefore(day('2026-12-11'));
    expect(await balance(one)).toBe(4690_00);
  });
});

test('a one-time charge waits for the money, and is taken once', async () => {
  const one = await client({ balance: 0, fee: 1_00 });
  await pool.query(
    `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, 'document:7', 'Выезд мастера', 50000, '2026-11-21')`,
    [one.accountId],
  );
  await nightBefore(day('2026-11-22'));
  expect(await stateOf(one)).toBe('blocked debt');
  await pay(one, 600_00);
  await nightBefore(day('2026-11-23'));
  expect(await lines(one)).toEqual([['2026-11-22', -500_00, 'Выезд мастера', null, null]]);
  expect(await stateOf(one)).toBe('active');
});

test('what is charged of some accounts is theirs only, and marks only them', async () => {
  const one = await client({ contractId: 200_001, balance: 100_00, fee: 10_00, unit: 'day' });
  const other = await client({ contractId: 200_002, balance: 100_00, fee: 20_00, unit: 'day', telephone: true });
  await pool.query(`update account set credit_limit_kopecks = 100000 where kind = 't'`);
  await pool.query(
    `with sold as (insert into program (program_id, service_kind, name, summary, description, price_kopecks)
       values (1, 'internet', 'SMS', '', '', 3000) returning program_id)
     insert into contract_program (contract_id, program_id, status) select $1, program_id, 'on' from sold`,
    [other.contractId],
  );
  await nightBefore(day('2026-11-20'));
  const before = await balance(other);
  await pool.query('delete from fee_charged');
  await pool.query('update account set charged_through = null');
  await pool.query(
    `insert into one_time_charge (account_id, what, text, amount_kopecks, day) values ($1, 'document:7', 'Выезд мастера', 5000, '2026-11-21')`,
    [other.accountId],
  );
  const today = day('2026-11-21');
  await portal.world.db.write(async (tx) => {
    await providerAccount(tx, 'revenue');
    await chargeDue(tx, [one.accountId], today, portal.clock.now());
    await markChargedThrough(tx, [one.accountId], today);
  });
  expect([await balance(one), await balance(other)]).toEqual([90_00, before]);
  expect((await pool.query(`select from ledger_entry where text like '%Телефон%'`)).rowCount).toBe(0);
  const { rows } = await pool.query<{ charged_through: string | null }>(
    'select charged_through from account where account_id = any($1) order by account_id',
    [[one.accountId, other.accountId]],
  );
  expect(rows.map((row) => row.charged_through)).toEqual([today, null]);
  // The next accounts are those after one, even if that one was not charged: otherwise a run would never end.
  const next = await portal.world.db.read((tx) => uncharged(tx, addDays(today, 1), one.accountId, 10));
  expect(next.map(({ account_id }) => account_id)).toEqual([other.accountId, expect.any(Number)]);
});

test('an account that cannot be charged because of a fault delays nobody and catches up later', async () => {
  const broken = await client({ contractId: 200_001, balance: 100_00, fee: 10_00, unit: 'day' });
  const sound = await client({ contractId: 200_002, balance: 100_00, fee: 10_00, unit: 'day' });
  await pool.query(
    `insert into ledger_transaction (kind, reference, day, happened_at) values ('charge', $1, '2026-11-21', now())`,
    [`charge:${broken.userId}:plan:2026-11-21`],
  );
  await nightBefore(day('2026-11-22'));
  expect([await balance(broken), await balance(sound)]).toEqual([100_00, 80_00]);
  await pool.query(`update fee_charged set charged_until = '2026-11-22' where account_id = $1`, [broken.accountId]);
  await nightBefore(day('2026-11-23'));
  expect([await balance(broken), await balance(sound)]).toEqual([80_00, 70_00]);
  expect((await pool.query('select 1 from charge_failure')).rowCount).toBe(0);
});

test('each fee of an account is charged by its own days', async () => {
  const one = await client({ balance: 1000_00, fee: 10_00, unit: 'day' });
  await pool.query(`
    insert into program (program_id, service_kind, name, summary, description, price_kopecks) values (7, 'contract', 'Статический адрес', '', '', 30000);
    insert into contract_program (contract_id, program_id, status, since) select contract_id, 7, 'on', '2026-11-22' from contract`);
  for (const night of ['2026-11-21', '2026-11-22', '2026-11-23']) await nightBefore(day(night));
  // Nine of the thirty days of November are left of the monthly price.
  expect((await lines(one)).map(([on, amount]) => [on, amount])).toEqual([
    ['2026-11-21', -10_00],
    ['2026-11-22', -10_00],
    ['2026-11-22', -90_00],
    ['2026-11-23', -10_00],
  ]);
});

test('a pause whose paid days have a gap is charged for those days only', async () => {
  const one = await client({ balance: 1000_00 });
  await pool.query(
    `insert into suspension (user_id, from_day, until_day, state, made_at, paid_days, day_kopecks, start_kopecks, return_kopecks)
     values ($1, '2026-11-20', '2026-12-20', 'active', '2026-11-20', '{[2026-11-21,2026-11-23),[2026-11-25,2026-11-26)}', 500, 0, 0)`,
    [one.userId],
  );
  await pool.query(`update service_user set state = 'paused', returns_on = '2026-12-20' where user_id = $1`, [
    one.userId,
  ]);
  await nightBefore(day('2026-11-28'));
  expect((await lines(one)).filter(([, amount]) => amount === -5_00).map(([on]) => on)).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-25',
  ]);
});

test('only debtors among the given accounts can be restored', async () => {
  const owing = { balance: 100_00, blocked: true, fee: 10_00, unit: 'day' } as const;
  const given = await client({ ...owing, contractId: 200_001 });
  await client({ ...owing, contractId: 200_002 });
  const sound = await client({ ...owing, contractId: 200_003, blocked: false });
  await pool.query('update account set debt_since = now() where account_id <> $1', [sound.accountId]);
  const able = await portal.world.db.read((tx) => ableAgain(tx, [given.accountId, sound.accountId], day('2026-11-21')));
  expect(able.map(({ account_id }) => account_id)).toEqual([given.accountId]);
});

test('simultaneous runs charge once', async () => {
  const one = await client({ balance: 5000_00 });
  portal.clock.set(new Date('2026-12-01T00:05:00Z'));
  await Promise.all(Array.from({ length: 6 }, () => chargeUpTo(portal.world)));
  expect(await lines(one)).toHaveLength(1);
  await expectRightBooks();
});
