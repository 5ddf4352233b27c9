import { beforeEach, expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import type { Subscriber } from '#server/kernel/world.ts';
import { testPortal, type TestPortal } from '../../../../test/portal/portal.ts';
import { describedUsers } from './service-view.ts';

const today = day('2026-11-20');

/** A client who owes a rouble, as he may. */
const PROVIDER = `
  insert into town (town_id, name, is_default) values (1, 'Тольятти', true);
  insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, house, billing_day, opened_on)
  values (1, 'Абонент', 'Абонент', 'Абонент', 1, '1', 1, '2020-01-01');
  insert into account (account_id, kind, contract_id, account_no, credit_limit_kopecks) values (1, 'i', 1, 'i-1', 100), (9, 'cash', null, 'cash', 0);
  insert into plan (plan_id, service_kind, name, summary, price_kopecks, unit) values
    (1, 'internet', 'Волга 300', '', 55000, 'month'), (2, 'internet', 'Волга 500', '', 69000, 'month'),
    (3, 'internet', 'Копеечный', '', 1, 'month'), (4, 'internet', 'Даром', '', 0, 'month');
  insert into service_user (user_id, contract_id, account_id, user_type, name, login, address, state, reason, state_since, plan_id, opened_on)
  overriding system value
  select id, 1, 1, 'isg', 'Интернет', 'u' || id, '', state, reason, '2026-11-01', plan_id, '2020-01-01'
  from (values (101, 'active', null, 1), (102, 'active', null, 1), (103, 'active', null, 3), (104, 'active', null, 4),
    (105, 'blocked', 'repair', 1)) as u (id, state, reason, plan_id);
  insert into charge_run (day, started_at, finished_at) values ('2026-11-20', now(), now());
  insert into ledger_transaction (transaction_id, kind, reference, day, happened_at) values (1, 'charge', 'a', '2026-11-01', '2026-11-01');
  insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
  select 1, id, amount, '2026-11-01', '2026-11-01', 'Интернет' from (values (1, -100), (9, 100)) as e (id, amount);`;

let portal: TestPortal;
beforeEach(async () => {
  portal = await testPortal({ template: 'empty' });
  await portal.pool.query(PROVIDER);
});

async function described() {
  const { db, provider } = portal.world;
  const subscriber = { contractId: 1 } as Subscriber;
  const users = await db.read((tx) => describedUsers({ db: tx, subscriber, today, provider }, {}));
  return (id: number) => users.find(({ user_id }) => user_id === id)!;
}

test('a debt and the days left are told of what is charged, be it a kopeck, and not of what is free', async () => {
  const of = await described();
  const told = [101, 103, 104].map((id) => [of(id).duty.length, of(id).days_left.length]);
  expect(told).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
  ]);
});

test('a planned plan has the price of its first charge', async () => {
  await portal.pool.query(`
    insert into plan_change (user_id, plan_id, from_day, state, made_by, made_at) values
      (101, 2, '2027-01-01', 'planned', 'client', now()), (102, 4, '2027-01-01', 'planned', 'client', now());
    insert into price_change (sold_kind, plan_id, from_day, price_kopecks, planned_by, planned_at) values
      ('plan', 1, '2026-12-01', 60000, 'Анна', now()), ('plan', 2, '2026-12-15', 75000, 'Анна', now())`);
  const of = await described();
  expect(of(101).planned_plan).toEqual({ name: 'Волга 500', price: 75000, from: '2027-01-01' });
  expect(of(102).planned_plan).toEqual({ name: 'Даром', price: 0, from: '2027-01-01' });
  expect(of(103).planned_plan).toBeNull();
});

test('a service has its plan with its price, or none', async () => {
  await portal.pool.query('update service_user set plan_id = null where user_id = 102');
  const of = await described();
  expect(of(101).plan).toMatchObject({ plan_id: 1, name: 'Волга 300', price: 55000, unit: 'month' });
  expect(of(102).plan).toBeNull();
});

test('whoever waits for a repair is told the first phone of the support', async () => {
  const phone = portal.world.provider.support_phones[0]!.phone;
  const digits = (await described())(105).state_text.replace(/[^0-9]/g, '');
  expect(digits).toContain(phone);
});
