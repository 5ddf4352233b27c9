import type pg from 'pg';
import type { Database } from '../../server/src/db/database.ts';

const FIRST = 1_000_001;
const IN_ONE_GO = 10_000;

/** Adds contracts up to a count by plain SQL: names, houses, contacts, services, routers, sessions, a box of TV, an order, money. */
export async function addManyContracts(db: Database, count: number): Promise<number> {
  const { pool } = db;
  const { rows } = await pool.query<{ last: number }>(
    'select coalesce(max(contract_id), 0)::bigint as last from contract where contract_id >= $1',
    [FIRST],
  );
  const began = performance.now();
  const from = Math.max(FIRST, (rows[0]?.last ?? 0) + 1);
  if (from === FIRST) await pool.query(PLACES);
  const client = await pool.connect();
  // Without triggers it takes minutes instead of an hour; the keys come at the end, as the migration makes them for rows that are there.
  await client.query('set statement_timeout = 0; set session_replication_role = replica');
  for (let first = from; first < FIRST + count; first += IN_ONE_GO) {
    const last = Math.min(first + IN_ONE_GO, FIRST + count) - 1;
    for (const statement of STATEMENTS) await client.query(statement, [first, last]);
    if (first === from) await client.query('analyze');
  }
  if (from < FIRST + count) await addKeys(client, from);
  client.release(true);
  return (performance.now() - began) / 1000;
}

const KEYS = [
  ['contract', 'contract', '', 'name', 'client_name'],
  ['account', 'account', 'account_id', 'account', 'account_no'],
  ['contact', 'contact', 'kind', '*', 'value'],
  ['phone_number', 'phone_number', 'phone_number', 'number', 'phone_number'],
  ['service_user', 'login', '', 'login', 'login'],
  ['service_access', 'bound_mac', '', 'mac', 'bound_mac'],
  ['service_access', 'seen_mac', '', 'mac', 'seen_mac'],
  ['tv_device', 'tv_device', 'device_id', 'device', 'serial'],
] as const;

async function addKeys(client: pg.PoolClient, from: number): Promise<void> {
  await client.query('drop index search_key_parts');
  for (const [table, source, id, kind, value] of KEYS) {
    await client.query(`
      insert into search_key (contract_id, source, kind, key, user_id, words)
      select coalesce((whole ->> 'contract_id')::bigint, u.contract_id), concat_ws(':', '${source}', whole ->> 'user_id', whole ->> '${id}'), key_kind, key,
        (whole ->> 'user_id')::bigint, words_beside(key_kind, whole ->> '${value}')
      from (select to_jsonb(t) from ${table} t) as as_json (whole)
      cross join lateral (select case when '${kind}' = '*' then whole ->> 'kind' else '${kind}' end) as kinds (key_kind)
      left join service_user u on u.user_id = (whole ->> 'user_id')::bigint
      cross join lateral unnest(search_keys_of(key_kind, whole ->> '${value}')) key
      where key <> '' and coalesce((whole ->> 'contract_id')::bigint, u.contract_id) >= ${from} and key_kind in ('${kind}', 'phone', 'email')
      on conflict do nothing`);
  }
  await client.query(`
    create index search_key_parts on search_key using gin (three_grams(key)) with (gin_pending_list_limit = 256)
    where kind <> 'name' and kind <> 'account'`);
  await client.query(
    'insert into place_word select distinct word, town_id, street_id from street, unnest(search_words(name)) word on conflict do nothing',
  );
  await client.query('vacuum analyze');
}

/** 800 streets; the names are syllables, so that beginnings repeat as they do among real ones. */
const PLACES = `
  insert into street (town_id, name)
  select town_id, (array['Сад','Лес','Мир','Побед','Юбилей','Степ','Реч','Озёр','Гор','Сосн'])[n / 80 + 1]
    || (array['овая','ная','овского','ская','инская','евая','ёвая','итова'])[n % 8 + 1] || ' ' || (n / 8 % 10 + 1)
  from generate_series(0, 799) n cross join town where is_default
  on conflict do nothing`;

/** Some 10 000 surnames, 40 names and 40 patronymics, unevenly: a tenth of them is as frequent as the rest. */
const PERSON = `(
  (array['Ива','Пет','Сидо','Кузне','Смир','Попо','Васи','Соко','Миха','Ново','Федо','Моро','Волко','Алексе','Лебе','Семё','Его','Павло','Козло','Степа'])[(power(id * 7919 % 1000 / 1000.0, 2) * 20)::int % 20 + 1]
  || (array['','ло','ри','не','ша','го','ку','ми','зе','та','бо','ва','ле','со','ди','жу','ра','че','но','фи','хо','ку'])[(id * 31 % 22 + 1)::int]
  || (array['нов','ров','цов','лев','дин','ков','шин','мов','тов','сев','щук','нко','ский','рин','хин'])[(id * 17 % 15 + 1)::int]
  || ' ' || (array['Александр','Сергей','Анна','Елена','Мария','Ольга','Дмитрий','Андрей','Алексей','Наталья','Ирина','Татьяна','Юрий','Игорь','Олег','Пётр','Артём','Фёдор','Глеб','Яна'])[(power(id * 104729 % 1000 / 1000.0, 2) * 20)::int % 20 + 1]
  || ' ' || (array['Александрович','Сергеевна','Петровна','Иванович','Алексеевич','Андреевна','Олегович','Юрьевна','Игоревич','Дмитриевна'])[(id * 13 % 10 + 1)::int])`;

const STATEMENTS = [
  `insert into contract (contract_id, client_name, client_name_io, client_name_short, town_id, street_id, house, flat, billing_day, opened_on)
   select id, ${PERSON}, '', '', s.town_id, s.street_id, (id / 800 % 60 + 1)::text, (id % 97 + 1)::text, (id % 28 + 1)::int, date '2024-01-01' + (id % 600)::int
   from generate_series($1::bigint, $2) id
   join (select row_number() over (order by street_id) - 1 as n, * from street) s on s.n = id % (select count(*) from street)`,
  `insert into account (kind, contract_id, account_no)
   select kind, id, (case kind when 'i' then 30000000 else 60000000 end + id)::text from generate_series($1::bigint, $2) id cross join unnest(array['i', 't']) kind`,
  `insert into contact (contract_id, kind, value, state)
   select id, 'phone', '79' || lpad((id::bigint * 7368787 % 1000000000)::text, 9, '0'), 'active' from generate_series($1::bigint, $2) id
   union all select id, 'email', 'user' || id || '@mail.example', 'active' from generate_series($1::bigint, $2) id where id % 2 = 0`,
  `insert into service_user (contract_id, account_id, user_type, name, login, address, state, state_since, plan_id, opened_on)
   select c.contract_id, a.account_id, kind.type, kind.name, kind.login || c.contract_id, '', 'active', c.opened_on, (select min(plan_id) from plan where name = kind.plan), c.opened_on
   from contract c join account a on a.contract_id = c.contract_id and a.kind = 'i'
   cross join (values ('isg', 'Интернет', 'Волга 300', 'net'), ('tv', 'ТВ', 'Домашний', 'tv')) kind (type, name, plan, login)
   where c.contract_id between $1 and $2 and (kind.type = 'isg' or c.contract_id % 3 = 0)`,
  `insert into service_access (user_id, bound_mac, seen_mac, seen_at)
   select user_id, mac, mac, now() from service_user
   cross join lateral (select (lpad(to_hex(contract_id % 40 * 2654435 % 16777216), 6, '0') || lpad(to_hex(contract_id * 48271 % 16777216), 6, '0'))::macaddr as mac) m
   where contract_id between $1 and $2 and user_type = 'isg'`,
  `insert into tv_device (user_id, device_id, kind, name, serial, is_online)
   select user_id, 'box' || user_id, 'box', 'Приставка', 'SN' || lpad((contract_id * 69621 % 99999999)::text, 8, '0'), false from service_user
   where contract_id between $1 and $2 and user_type = 'tv'`,
  `insert into phone_number (phone_number, contract_id, account_id, plan_id, state, opened_on)
   select '7848' || lpad(contract_id::text, 7, '0'), contract_id, account_id, (select min(plan_id) from plan where service_kind = 'telephone'), 'active', '2024-01-01'
   from account where kind = 't' and contract_id between $1 and $2 and contract_id % 2 = 1`,
  `insert into internet_session (user_id, started_at, stopped_at, address, bytes_in, bytes_out)
   select user_id, now() - age - interval '1 day', case when age > interval '0' then now() - age end, '10.0.0.0'::inet + (contract_id % 400000), 0, 0
   from service_user cross join (values (interval '0'), (interval '3 days'), (interval '9 days')) of (age)
   where user_type = 'isg' and contract_id between $1 and $2`,
  `insert into support_order (contract_id, goal_id, text, state, created_at, updated_at)
   select id, (select min(goal_id) from support_goal), 'Нет связи', 'done', now(), now() from generate_series($1::bigint, $2) id where id % 5 = 0`,
  `with made as (
     insert into ledger_transaction (kind, reference, day, happened_at)
     select 'payment', 'bench:' || id || ':' || n, current_date - (n * 30 + id % 30)::int, now() - make_interval(days => (n * 30 + id % 30)::int)
     from generate_series($1::bigint, $2) id cross join generate_series(0, 2) n
     returning transaction_id, reference, day, happened_at),
   facts as (select *, split_part(reference, ':', 2)::bigint as id from made)
   insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, method)
   select transaction_id, account_id, 50000 + f.id % 900 * 100, day, happened_at, 'Пополнение по СБП', 'sbp' from facts f join account a on a.contract_id = f.id and a.kind = 'i'
   union all
   select transaction_id, (select min(account_id) from account where kind = 'acquirer' and contract_id is null), -(50000 + f.id % 900 * 100), day, happened_at, 'Пополнение по СБП', null from facts f`,
  `insert into fiscal_receipt (transaction_id, kind, account_id, amount_kopecks, state, fd_number, created_at, done_at)
   select e.transaction_id, 'sell', e.account_id, e.amount_kopecks, 'done', (e.transaction_id % 900000)::text, now(), now()
   from ledger_entry e join account a using (account_id) where a.contract_id between $1 and $2 and e.method is not null`,
];
