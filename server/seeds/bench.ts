import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { demoCalendarOf, ZONE, type Calendar } from './calendar.ts';
import { markCharged } from './money/charged.ts';
import { FEES } from './money/fees.ts';
import { postingOf } from './money/movements.ts';
import { DEMO_PASSWORD } from './people/password.ts';
import { analyze, inTransaction } from './rows.ts';
import type pg from 'pg';

const FIRST = 200_001;
const IN_ONE_GO = 500;

/**
 * Adds contracts for benchmarks, numbered from 200001: two accounts, internet, mail, television for two of three, a
 * phone number, and 13 months of charges and payments. Needs the demo in the database; may be repeated with a larger
 * count.
 */
export async function seedManyContracts(pool: pg.Pool, { count, now }: { count: number; now: Date }): Promise<void> {
  const calendar = demoCalendarOf(now);
  const password = await hashPassword(DEMO_PASSWORD);
  const { rows } = await pool.query<{ next: number }>(
    'select greatest($1::int, max(contract_id)::int + 1) as next from contract',
    [FIRST],
  );
  for (let first = rows[0]?.next ?? FIRST; first < FIRST + count; first += IN_ONE_GO) {
    const last = Math.min(first + IN_ONE_GO, FIRST + count) - 1;
    await inTransaction(pool, async (client) => {
      for (const [statement, values] of additions(calendar, password))
        await client.query(statement, [first, last, ...values]);
      // With statistics of only the demo's five contracts, the next statement would take a minute.
      await client.query('analyze contract, account, service_user, phone_number');
      const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      await client.query(postingOf(MOVEMENTS), [now, numbers, calendar.start, calendar.today]);
      await markCharged(client, calendar.today);
    });
  }
  await analyze(pool);
}

/** Statements for the contracts from `$1` to `$2`; other values follow. */
const additions = (calendar: Calendar, password: string): [string, unknown[]][] => [
  [
    `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, street_id, house, flat,
       billing_day, opened_on)
     select id, 'Абонент № ' || id, 'Абонент № ' || id, 'Абонент № ' || id, street.town_id, street.street_id,
       (id % 90 + 1)::text, (id % 200 + 1)::text, id % 28 + 1, $3::date - (id % 900)
     from generate_series($1::int, $2) id
     cross join lateral (
       select * from street where town_id = (select town_id from town where is_default)
       order by street_id offset id % 50 limit 1) street`,
    [calendar.start],
  ],
  [
    'insert into credential (contract_id, password_hash, changed_at) select id, $3, $4 from generate_series($1::int, $2) id',
    [password, calendar.now],
  ],
  [
    `insert into account (kind, contract_id, account_no)
     select kind, id, case kind when 'i' then 1000000 + id else 2000000 + id end
     from generate_series($1::int, $2) id cross join unnest(array['i', 't']) kind`,
    [],
  ],
  [
    `insert into service_user
       (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
     select a.contract_id, a.account_id, kind.type, kind.name, kind.type || a.contract_id, '', 'active', c.opened_on, p.plan_id, c.opened_on
     from account a join contract c using (contract_id)
     cross join (values ('isg', 'Интернет', 'Волга 300'), ('tv', 'ТВ', 'Домашний'), ('mail', 'Почта', 'Ящик'))
       as kind (type, name, plan)
     join plan p on p.name = kind.plan
     where a.contract_id between $1 and $2 and a.kind = 'i' and (kind.type <> 'tv' or a.contract_id % 3 > 0)`,
    [],
  ],
  [
    `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on)
     select '7848' || lpad(a.contract_id::text, 7, '0'), a.contract_id, a.account_id, p.plan_id, 'active', c.opened_on
     from account a join contract c using (contract_id) join plan p on p.name = 'Городской'
     where a.contract_id between $1 and $2 and a.kind = 't'`,
    [],
  ],
];

/** Each month is paid three days after it was charged, so today's balance is the opening balance or a month less. */
const MOVEMENTS = `
  with fee as (${FEES.replaceAll('$1', '$2')}), due as (
    select fee.*, a.account_no, month::date + c.billing_day - 1 as day, to_char(month, 'YYYY-MM') as period
    from fee join account a on a.account_id = fee."accountId" join contract c using (contract_id)
    cross join generate_series($3::date, $4::date, interval '1 month') month
  )
  select 'opening' as kind, 'opening:' || account_no as reference, null as corrects, account_id, 150000 + contract_id % 977 * 10 as amount_kopecks,
    $3::date - 1 as day, ($3::date - interval '1 minute') at time zone '${ZONE}' as happened_at, 'Остаток на начало учёта' as text, null as method,
    null::bigint as user_id, null as period, null as phone_number, null::date as service_from, null::date as service_until,
    null::bigint as rate_kopecks, null as rate_unit
  from account where contract_id = any($2::bigint[])
  union all
  select 'charge', 'charge:' || what || ':' || period, null, "accountId", -kopecks, day, (day + time '00:10') at time zone '${ZONE}', text, null, "userId", period,
    "phoneNumber", day, (day + interval '1 month')::date, kopecks, unit
  from due where day <= $4::date
  union all
  select 'payment', 'sbp:' || account_no || ':' || period, null, "accountId", sum(kopecks), day + 3, (day + 3 + time '18:42') at time zone '${ZONE}',
    'Пополнение по СБП', 'sbp', null, null, null, null, null, null, null
  from due where day + 3 < $4::date group by account_no, "accountId", day, period`;
