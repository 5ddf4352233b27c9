-- Kabinet beside a billing whose core books by a call and not by a statement, on MariaDB 10.3, MySQL 5.7 and newer: requests that wait until
-- book.sh has booked them (docs/billing-views.ru.md). Load it after utm5.sql or lanbilling.sql, which show accounts and payments of the
-- billing as billing_account and billing_payment:
--   mysql < requests.sql
--
-- Nothing here writes into the billing's own base: its core would not see it.
--
-- What you may have to change is marked with «ИЗМЕНИТЕ».

set names utf8mb4;
use kabinet;

-- What Kabinet asks for. Money waits for book.sh, which notes when it has called the core.
create table if not exists kabinet_request (
  request_no bigint unsigned not null primary key,
  kind varchar(20) not null,
  account_id int null,
  amount decimal(14, 2) null,
  state enum('waiting', 'confirmed', 'refused') not null,
  reason varchar(300) null,
  made_at timestamp not null default current_timestamp,
  tried_at datetime(6) null,
  key (state, request_no)
) engine = innodb default charset = utf8mb4;

-- The last request that a balance contains; while money is being booked, the balance from before.
create table if not exists kabinet_account (
  account_id int not null primary key,
  counted_to bigint unsigned not null default 0,
  held_balance double null,
  key (held_balance)
) engine = innodb default charset = utf8mb4;

-- The core writes a payment and a balance one after the other, and nobody promises that it is one transaction. So until it has written both
-- the balance is told as it was before.
create or replace view kabinet_balances as
select a.id as id, a.account_no as account_no,
  round(cast(coalesce(k.held_balance, a.balance) as decimal(20, 6)), 2) as balance, coalesce(k.counted_to, 0) as counted_to
from billing_account a
left join kabinet_account k on k.account_id = a.id;

drop procedure if exists kabinet_book;
drop procedure if exists kabinet_answer;
drop procedure if exists kabinet_take;
drop procedure if exists kabinet_settle;
drop trigger if exists kabinet_counted;

delimiter $$

-- Кабинет спрашивает, пока не услышит «confirmed» или «refused». Деньги с плюсом ждут book.sh, деньги с минусом — сотрудника, остальное
-- отклоняется. Сотрудник проводит это в биллинге сам и сразу отвечает: call kabinet.kabinet_answer(номер, 'confirmed', null).
-- ИЗМЕНИТЕ, чтобы сотрудника ждали и тариф, и пауза: допишите первой строкой case
--   when p_kind in ('plan', 'pause', 'return') then null
create procedure kabinet_book(in p_no bigint unsigned, in p_kind varchar(20), in p_body longtext character set utf8mb4)
begin
  declare v_kopecks bigint default cast(json_unquote(json_extract(p_body, '$.sum_kopecks')) as signed);
  declare v_account int;
  declare v_reason varchar(300) character set utf8mb4;

  -- The number is sought once for each request; «7-А», «7-а» and «007» are no 7, and of two accounts with one number none is right.
  if not exists (select 1 from kabinet_request where request_no = p_no) then
    set v_account = (
      select if(count(*) = 1, max(a.id), null) from billing_account a
      where cast(a.account_no as char character set utf8mb4) collate utf8mb4_bin = json_unquote(json_extract(p_body, '$.account_no')));
    set v_reason = case
      when v_kopecks is not null and v_account is not null then null
      when v_kopecks is not null then 'Такого счёта в биллинге нет. Проверьте номер счёта в договоре'
      when p_kind = 'promise' then 'Обещанный платёж даёт оператор. Позвоните в поддержку'
      else 'Это меняет оператор. Позвоните в поддержку' end;
    insert ignore into kabinet_request (request_no, kind, account_id, amount, state, reason)
    values (p_no, p_kind, v_account, v_kopecks / 100, if(v_reason is null, 'waiting', 'refused'), v_reason);
  end if;
  select state, reason from kabinet_request where request_no = p_no;
end$$

-- What a person answers: 'confirmed', or 'refused' with a reason that the subscriber reads. An answer that was given stands.
create procedure kabinet_answer(in p_no bigint unsigned, in p_state varchar(20), in p_reason varchar(300) character set utf8mb4)
begin
  update kabinet_request set state = p_state, reason = p_reason where request_no = p_no and state = 'waiting';
  select request_no, kind, account_id, amount, state, reason from kabinet_request where request_no = p_no;
end$$

-- A request is counted by the transaction that marks it, whoever does.
create trigger kabinet_counted after update on kabinet_request for each row
begin
  if new.state = 'confirmed' and old.state <> 'confirmed' and new.amount is not null and new.account_id is not null then
    insert into kabinet_account (account_id, counted_to) values (new.account_id, new.request_no)
    on duplicate key update counted_to = greatest(counted_to, values(counted_to));
  end if;
end$$

-- For book.sh: what to book now, twenty at most. A request that was tried and has not come is tried again only after a while: the core may
-- still be writing it.
create procedure kabinet_take(in p_again_seconds int)
begin
  declare v_now datetime(6) default now(6);
  declare exit handler for sqlexception
  begin
    rollback;
    resignal;
  end;

  start transaction;
  update kabinet_request set tried_at = v_now
  where state = 'waiting' and amount > 0 and (tried_at is null or tried_at < v_now - interval p_again_seconds second)
  order by request_no limit 20;
  insert into kabinet_account (account_id, held_balance)
  select a.id, a.balance from kabinet_request r join billing_account a on a.id = r.account_id
  where r.state = 'waiting' and r.tried_at = v_now
  on duplicate key update held_balance = values(held_balance);
  commit;
  select request_no, account_id, amount from kabinet_request where state = 'waiting' and tried_at = v_now order by request_no;
end$$

-- For book.sh: marks what has come into the billing, and tells balances as they are. Returns what was tried and has not come.
create procedure kabinet_settle()
begin
  declare exit handler for sqlexception
  begin
    rollback;
    resignal;
  end;

  start transaction;
  update kabinet_request r
  join billing_payment p on p.account_id = r.account_id and p.number = concat('kabinet-', r.request_no)
  set r.state = 'confirmed'
  where r.state = 'waiting' and r.tried_at is not null;
  update kabinet_account set held_balance = null where held_balance is not null;
  commit;
  select request_no, account_id, amount from kabinet_request where state = 'waiting' and tried_at is not null order by request_no;
end$$

delimiter ;

-- ИЗМЕНИТЕ пароли и адрес Кабинета. Больше никаких прав ни ему, ни скрипту не нужно.
--   create user kabinet@'10.0.0.5' identified by 'пароль';
--   grant select on kabinet.kabinet_balances to kabinet@'10.0.0.5';
--   grant select on kabinet.kabinet_services to kabinet@'10.0.0.5';
--   grant select on kabinet.kabinet_charges to kabinet@'10.0.0.5';
--   grant select on kabinet.kabinet_payments to kabinet@'10.0.0.5';
--   grant execute on procedure kabinet.kabinet_book to kabinet@'10.0.0.5';
--   create user kabinet_book@localhost identified by 'другой пароль';
--   grant execute on procedure kabinet.kabinet_take to kabinet_book@localhost;
--   grant execute on procedure kabinet.kabinet_settle to kabinet_book@localhost;
