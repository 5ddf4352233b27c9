-- Kabinet beside NetUP UTM5 on PostgreSQL: the same as utm5.sql, where all that is known and left out is written. Tried by the tests of
-- Kabinet (peers/utm5-postgresql.test.ts) on PostgreSQL 15 with tables of the same names; not on a working UTM5. Try it on a copy first:
--   psql -v ON_ERROR_STOP=1 -d UTM5 -f utm5-postgresql.sql
--
-- What you may have to change is marked with «ИЗМЕНИТЕ».

begin;
create schema if not exists kabinet;
set local search_path = kabinet, public;
set local client_min_messages = warning;

create table if not exists kabinet_request (
  request_no bigint primary key,
  kind text not null,
  account_id int,
  amount numeric(14, 2),
  state text not null check (state in ('waiting', 'confirmed', 'refused')),
  reason text,
  made_at timestamptz not null default now(),
  tried_at timestamptz
);
create index if not exists kabinet_request_state on kabinet_request (state, request_no);

create table if not exists kabinet_account (
  account_id int primary key,
  counted_to bigint not null default 0,
  held_balance double precision
);
create index if not exists kabinet_account_held on kabinet_account (account_id) where held_balance is not null;

-- ИЗМЕНИТЕ: номер счёта в кабинете — здесь это id лицевого счёта. Если абоненты платят по external_id, назовите его тут и в kabinet_book.
create or replace view kabinet_balances as
select a.id, a.id::text as account_no, round(coalesce(k.held_balance, a.balance)::numeric, 2) as balance,
  coalesce(k.counted_to, 0) as counted_to
from accounts a
left join kabinet_account k on k.account_id = a.id
where a.is_deleted = 0;

-- ИЗМЕНИТЕ: блокировки и логины — как в utm5.sql.
create or replace view kabinet_services as
select s.id, coalesce(nullif(g.uname, ''), u.login) as login,
  case
    when v.block_id is not null and b.expire_date < 2000000000 then 'paused'
    when b.block_type = 1 then 'debt'
    when b.id is not null or a.int_status = 0 then 'operator'
    else 'active'
  end as state,
  to_timestamp(b.expire_date)::date as until_day,
  t.name as plan
from service_links s
join iptraffic_service_links i on i.id = s.id and i.is_deleted = 0
join users u on u.id = s.user_id and u.is_deleted = 0
join accounts a on a.id = s.account_id and a.is_deleted = 0
left join ip_groups g on g.ip_group_id = i.ip_group_id and g.is_deleted = 0
left join ip_groups earlier on earlier.ip_group_id = g.ip_group_id and earlier.is_deleted = 0 and earlier.id < g.id
left join blocks_info b on b.id = a.block_id and b.is_deleted = 0
left join (select distinct block_id from voluntary_suspension_data) v on v.block_id = b.id
left join account_tariff_link l on l.id = s.tariff_link_id and l.is_deleted = 0
left join tariffs t on t.id = l.tariff_id
where s.is_deleted = 0 and earlier.id is null;

-- ИЗМЕНИТЕ: суммы и строки — как в utm5.sql.
create or replace view kabinet_charges as
select d.id, d.account_id::text as account_no, to_timestamp(d.discount_date)::date as day, n.service_name as text,
  -round(d.discount_with_tax::numeric, 2) as amount
from discount_transactions_all d
join services_data n on n.id = d.service_id;

create or replace view kabinet_payments as
select p.id, p.account_id::text as account_no, to_timestamp(p.payment_enter_date)::date as day,
  coalesce(nullif(p.comments_for_user, ''), m.name) as text, round(p.payment_absolute::numeric, 2) as amount
from payment_transactions p
left join payment_methods m on m.id = p.method
where p.method not in (7, 8) and coalesce(p.payment_ext_number, '') not like 'kabinet-%';

-- ИЗМЕНИТЕ, чтобы сотрудника ждали и тариф, и пауза: допишите первой строкой case
--   when p_kind in ('plan', 'pause', 'return') then null
create or replace function kabinet_book(p_no bigint, p_kind text, p_body jsonb) returns table (state text, reason text)
language plpgsql security definer set search_path = kabinet, public as $$
#variable_conflict use_column
declare
  v_kopecks bigint = p_body->>'sum_kopecks';
  v_no text = p_body->>'account_no';
  v_account int = (select a.id from accounts a where a.id = substring(v_no from '^[1-9][0-9]{0,8}$')::int and a.is_deleted = 0);
  v_reason text = case
    when v_kopecks is not null and v_account is not null then null
    when v_kopecks is not null then 'Такого счёта в UTM5 нет. Проверьте номер счёта в договоре'
    when p_kind = 'promise' then 'Обещанный платёж даёт оператор. Позвоните в поддержку'
    else 'Это меняет оператор. Позвоните в поддержку' end;
begin
  insert into kabinet_request (request_no, kind, account_id, amount, state, reason)
  values (p_no, p_kind, v_account, v_kopecks / 100.0, case when v_reason is null then 'waiting' else 'refused' end, v_reason)
  on conflict do nothing;
  return query select r.state, r.reason from kabinet_request r where r.request_no = p_no;
end $$;

create or replace function kabinet_answer(p_no bigint, p_state text, p_reason text) returns setof kabinet_request
language sql security definer set search_path = kabinet, public as $$
  update kabinet_request set state = p_state, reason = p_reason where request_no = p_no and state = 'waiting' returning *;
$$;

create or replace function kabinet_count() returns trigger
language plpgsql security definer set search_path = kabinet, public as $$
begin
  insert into kabinet_account as k (account_id, counted_to) values (new.account_id, new.request_no)
  on conflict (account_id) do update set counted_to = greatest(k.counted_to, excluded.counted_to);
  return null;
end $$;
drop trigger if exists kabinet_counted on kabinet_request;
create trigger kabinet_counted after update on kabinet_request for each row
  when (new.state = 'confirmed' and old.state <> 'confirmed' and new.amount is not null and new.account_id is not null)
  execute function kabinet_count();

create or replace function kabinet_take(p_again_seconds int) returns table (request_no bigint, account_id int, amount numeric)
language sql security definer set search_path = kabinet, public as $$
  with taken as (
    update kabinet_request r set tried_at = now()
    where r.request_no in (
      select w.request_no from kabinet_request w
      where w.state = 'waiting' and w.amount > 0 and (w.tried_at is null or w.tried_at < now() - p_again_seconds * interval '1 second')
      order by w.request_no limit 20)
    returning r.request_no, r.account_id, r.amount),
  held as (
    insert into kabinet_account (account_id, held_balance)
    select distinct a.id, a.balance from taken t join accounts a on a.id = t.account_id
    on conflict (account_id) do update set held_balance = excluded.held_balance)
  select t.request_no, t.account_id, t.amount from taken t order by 1;
$$;

create or replace function kabinet_settle() returns table (request_no bigint, account_id int, amount numeric)
language plpgsql security definer set search_path = kabinet, public as $$
#variable_conflict use_column
begin
  update kabinet_request r set state = 'confirmed'
  from payment_transactions p
  where p.account_id = r.account_id and p.payment_ext_number = 'kabinet-' || r.request_no and r.state = 'waiting' and r.tried_at is not null;
  update kabinet_account set held_balance = null where held_balance is not null;
  return query select r.request_no, r.account_id, r.amount from kabinet_request r
    where r.state = 'waiting' and r.tried_at is not null order by 1;
end $$;

revoke execute on all functions in schema kabinet from public;
commit;

-- ИЗМЕНИТЕ пароли. Больше никаких прав ни Кабинету, ни скрипту не нужно.
--   create role kabinet login password 'пароль';
--   alter role kabinet set search_path = kabinet;
--   grant usage on schema kabinet to kabinet;
--   grant select on kabinet.kabinet_balances, kabinet.kabinet_services, kabinet.kabinet_charges, kabinet.kabinet_payments to kabinet;
--   grant execute on function kabinet.kabinet_book(bigint, text, jsonb) to kabinet;
--   create role kabinet_book login password 'другой пароль';
--   grant usage on schema kabinet to kabinet_book;
--   grant execute on function kabinet.kabinet_take(int), kabinet.kabinet_settle() to kabinet_book;
