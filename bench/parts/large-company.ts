import type pg from 'pg';
import { markCharged } from '../../server/seeds/money/charged.ts';
import { demoCalendarOf } from '../../server/seeds/calendar.ts';

/** The contract of the large company; the password is that of the demo. */
export const LARGE = 190_001;

const PLACES = 500;
/** One service of ten is a phone number, and one a SIP line. */
const TENTH = 10;
/** So many days are charged, this month and a part of the one before. */
const CHARGED_DAYS = 45;

/** Adds a company with so many services and numbers at 500 places, a few of which do not work, unless it is there. */
export async function addLargeCompany(pool: pg.Pool, services: number, now: Date): Promise<void> {
  const { rowCount } = await pool.query('select from contract where contract_id = $1', [LARGE]);
  if (rowCount !== 0) return;
  for (const [statement, values] of additions(services)) await pool.query(statement, values);
  const client = await pool.connect();
  try {
    await markCharged(client, demoCalendarOf(now).today);
  } finally {
    client.release();
  }
  await pool.query('vacuum analyze');
}

const additions = (services: number): [string, unknown[]][] => [
  [
    `insert into contract (contract_id, client_name, client_name_io, client_name_short, is_company, town_id, street_id, house, billing_day, opened_on)
     select $1, 'ООО «Тысяча мест»', 'ООО «Тысяча мест»', 'ООО «Тысяча мест»', true, town_id, street_id, house, 1, opened_on
     from contract where contract_id = 100005`,
    [LARGE],
  ],
  [
    `insert into credential (contract_id, password_hash, changed_at)
     select $1, password_hash, changed_at from credential where contract_id = 100005`,
    [LARGE],
  ],
  [`insert into account (kind, contract_id, account_no) values ('i', $1, '1900001'), ('t', $1, '2900001')`, [LARGE]],
  [
    `insert into service_user (contract_id, account_id, user_type, name, login, address, state, reason, state_since, plan_id, opened_on)
     select $1, a.account_id, case n % $3 when 1 then 'sip' else 'ethernet' end, 'Линия ' || n || ', Мира, ' || n % $4, 'large-' || n,
       'Мира, ' || n % $4, case when n % 400 = 7 then 'blocked' else 'active' end, case when n % 400 = 7 then 'repair' end, now(),
       (select plan_id from plan where name = case n % $3 when 1 then 'Линия офиса' when 2 then 'Гостевой' else 'Офис 100' end), date '2025-01-01'
     from account a, generate_series(1, $2::integer) n where a.contract_id = $1 and a.kind = 'i' and n % $3 <> 0`,
    [LARGE, services, TENTH, PLACES],
  ],
  [
    `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on)
     select '7848' || (3000000 + n), $1, a.account_id, (select plan_id from plan where name = 'Городской для бизнеса'), 'active', date '2025-01-01'
     from account a, generate_series(1, $2::integer) n where a.contract_id = $1 and a.kind = 't' and n % $3 = 0`,
    [LARGE, services, TENTH],
  ],
  [
    `with posted as (
       insert into ledger_transaction (kind, reference, day, happened_at)
       values ('opening', 'opening:large', current_date - $2::integer - 1, now() - interval '60 days') returning transaction_id, day, happened_at
     ), own as (select account_id from account where contract_id = $1)
     insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
     select transaction_id, account_id, 5000000000, day, happened_at, 'Остаток' from posted, own
     union all
     select transaction_id, (select min(account_id) from account where kind = 'revenue'), -10000000000, day, happened_at, 'Остаток' from posted`,
    [LARGE, CHARGED_DAYS],
  ],
  ...Array.from({ length: CHARGED_DAYS }, (_, back): [string, unknown[]] => [CHARGES, [LARGE, back]]),
];

/** The charges of one day: each service and number has a line. */
const CHARGES = `
  with posted as (
    insert into ledger_transaction (kind, reference, day, happened_at)
    values ('charge', 'charge:large:' || $2, current_date - $2::integer, now() - $2::integer * interval '1 day')
    returning transaction_id, day, happened_at
  ), line as (
    select account_id, user_id, null as phone_number, -4900 as amount, 'Интернет «Офис 100»' as text
    from service_user where contract_id = $1
    union all
    select account_id, null, phone_number, -700, 'Телефон «Городской для бизнеса»' from phone_number where contract_id = $1
  )
  insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, user_id, phone_number)
  select transaction_id, account_id, amount, day, happened_at, text, user_id, phone_number from posted, line
  union all
  select transaction_id, (select min(account_id) from account where kind = 'revenue'), -sum(amount), day, happened_at, 'Выручка', null, null
  from posted, line group by 1, 2, 4, 5`;
