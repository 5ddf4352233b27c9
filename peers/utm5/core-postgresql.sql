-- The core of UTM5 (peers/beside/core.sql) on PostgreSQL, and two functions of MySQL that the tests call.

create function unix_timestamp() returns int language sql as 'select extract(epoch from now())::int';
create function last_insert_id() returns int language sql as 'select lastval()::int';

create schema core;
create table core.memory (call_id text primary key, has_balance int not null default 0);

create procedure core.book(p_call text, p_account int, p_sum numeric, p_number text) language plpgsql as $$
begin
  insert into core.memory (call_id) values (p_call) on conflict do nothing;
  if found then
    insert into payment_transactions (account_id, payment_incurrency, currency_id, currency_rate, payment_absolute, actual_date,
      payment_enter_date, payment_ext_number, method)
    values (p_account, p_sum, 810, 1, p_sum, unix_timestamp(), unix_timestamp(), p_number, 1);
  end if;
  commit;
  perform pg_sleep(0.05);
  update core.memory set has_balance = 1 where call_id = p_call and has_balance = 0;
  if found then
    update accounts set balance = balance + p_sum where id = p_account;
  end if;
end $$;
