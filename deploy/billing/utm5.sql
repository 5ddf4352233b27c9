-- Kabinet beside NetUP UTM5: views that Kabinet reads, and requests that utm5-book.sh books (docs/billing-views.ru.md).
--
-- UTM5 publishes no schema. These tables and columns are those that at least two programs of others read, or one and a schema that somebody
-- generated from his base (docs/decisions/0293). Tried by the tests of Kabinet (peers/utm5.test.ts) on MariaDB 10.11 with such tables; not
-- on a working UTM5, nor on MySQL, where it needs 8.0.21 or newer. Try it on a copy of yours first. Load it as a role that may read UTM5:
--   mysql < utm5.sql
--
-- What you may have to change is marked with «ИЗМЕНИТЕ».
--
-- The core of UTM5 keeps balances in memory and does not see a statement that changes a table: nothing here writes into UTM5.
--
-- Left out: services that are not IP traffic (telephony, hotspot, dial-up, TV), charges for traffic and for calls, archives.

set names utf8mb4;

-- A database of its own: an update of UTM5 finds nothing foreign in its base. ИЗМЕНИТЕ: UTM5 — имя базы биллинга, оно стоит ниже всюду.
create database if not exists kabinet character set utf8mb4;
use kabinet;

-- What Kabinet asks for. Money waits for utm5-book.sh, which notes when it has called utm5_payment_tool.
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

-- ИЗМЕНИТЕ: номер счёта в кабинете — здесь это id лицевого счёта. Если абоненты платят по external_id, назовите его тут и в kabinet_book.
-- The core writes a payment and a balance one after the other, and nobody promises that it is one transaction. So until it has written both
-- the balance is told as it was before.
create or replace view kabinet_balances as
select a.id as id, cast(a.id as char) as account_no,
  round(cast(coalesce(k.held_balance, a.balance) as decimal(20, 6)), 2) as balance, coalesce(k.counted_to, 0) as counted_to
from UTM5.accounts a
left join kabinet_account k on k.account_id = a.id
where a.is_deleted = 0;

-- block_type: 1 — системная блокировка (нет денег), 2 — блокировка администратора. Пауза — блокировка, которую абонент поставил себе сам
-- (voluntary_suspension_data), если известен её конец; бессрочная (2000000000) показана закрытой оператором.
-- ИЗМЕНИТЕ в старых версиях: там нет accounts.block_id. Соединяйте так: b.account_id = a.id and b.is_deleted = 0
--   and b.start_date <= unix_timestamp() and b.expire_date > unix_timestamp()
-- ИЗМЕНИТЕ: логин услуги — первый логин её группы адресов, а без него логин абонента.
-- ИЗМЕНИТЕ, если названия видны не по-русски: convert(cast(convert(t.name using latin1) as binary) using utf8mb4)
create or replace view kabinet_services as
select s.id as id, if(g.uname <> '', g.uname, u.login) as login,
  case
    when v.block_id is not null and b.expire_date < 2000000000 then 'paused'
    when b.block_type = 1 then 'debt'
    when b.id is not null or a.int_status = 0 then 'operator'
    else 'active'
  end as state,
  cast(from_unixtime(b.expire_date) as date) as until_day,
  t.name as plan
from UTM5.service_links s
join UTM5.iptraffic_service_links i on i.id = s.id and i.is_deleted = 0
join UTM5.users u on u.id = s.user_id and u.is_deleted = 0
join UTM5.accounts a on a.id = s.account_id and a.is_deleted = 0
left join UTM5.ip_groups g on g.ip_group_id = i.ip_group_id and g.is_deleted = 0
left join UTM5.ip_groups earlier on earlier.ip_group_id = g.ip_group_id and earlier.is_deleted = 0 and earlier.id < g.id
left join UTM5.blocks_info b on b.id = a.block_id and b.is_deleted = 0
-- The server makes an index of its own for this list; the table may have none.
left join (select distinct block_id from UTM5.voluntary_suspension_data) v on v.block_id = b.id
left join UTM5.account_tariff_link l on l.id = s.tariff_link_id and l.is_deleted = 0
left join UTM5.tariffs t on t.id = l.tariff_id
where s.is_deleted = 0 and earlier.id is null;

-- ИЗМЕНИТЕ: discount_with_tax — сумма с налогом. При списании понемногу весь день строк слишком много: допишите where false.
create or replace view kabinet_charges as
select d.id as id, cast(d.account_id as char) as account_no, cast(from_unixtime(d.discount_date) as date) as day,
  n.service_name as text, -round(cast(d.discount_with_tax as decimal(20, 6)), 2) as amount
from UTM5.discount_transactions_all d
join UTM5.services_data n on n.id = d.service_id;

-- Без своих платежей, без кредитов (7: меняют не остаток) и без отмен (8: знак суммы нам неизвестен; разницу кабинет покажет исправлением).
create or replace view kabinet_payments as
select p.id as id, cast(p.account_id as char) as account_no, cast(from_unixtime(p.payment_enter_date) as date) as day,
  coalesce(nullif(p.comments_for_user, ''), m.name) as text, round(cast(p.payment_absolute as decimal(20, 6)), 2) as amount
from UTM5.payment_transactions p
left join UTM5.payment_methods m on m.id = p.method
where p.method not in (7, 8) and coalesce(p.payment_ext_number, '') not like 'kabinet-%';

drop procedure if exists kabinet_book;
drop procedure if exists kabinet_answer;
drop procedure if exists kabinet_take;
drop procedure if exists kabinet_settle;
drop trigger if exists kabinet_counted;

delimiter $$

-- Кабинет спрашивает, пока не услышит «confirmed» или «refused». Деньги с плюсом ждут utm5-book.sh, деньги с минусом — сотрудника, остальное
-- отклоняется. Сотрудник проводит это в UTM5 сам и сразу отвечает: call kabinet.kabinet_answer(номер, 'confirmed', null).
-- ИЗМЕНИТЕ, чтобы сотрудника ждали и тариф, и пауза: допишите первой строкой case
--   when p_kind in ('plan', 'pause', 'return') then null
create procedure kabinet_book(in p_no bigint unsigned, in p_kind varchar(20), in p_body longtext character set utf8mb4)
begin
  declare v_kopecks bigint default cast(json_value(p_body, '$.sum_kopecks') as signed);
  declare v_no varchar(200) character set utf8mb4 default json_value(p_body, '$.account_no');
  -- «7-А» and «007» are no 7.
  declare v_id int default if(v_no regexp '^[1-9][0-9]{0,8}$', v_no, null);
  declare v_account int default (select a.id from UTM5.accounts a where a.id = v_id and a.is_deleted = 0);
  declare v_reason varchar(300) character set utf8mb4 default case
    when v_kopecks is not null and v_account is not null then null
    when v_kopecks is not null then 'Такого счёта в UTM5 нет. Проверьте номер счёта в договоре'
    when p_kind = 'promise' then 'Обещанный платёж даёт оператор. Позвоните в поддержку'
    else 'Это меняет оператор. Позвоните в поддержку' end;

  insert ignore into kabinet_request (request_no, kind, account_id, amount, state, reason)
  values (p_no, p_kind, v_account, v_kopecks / 100, if(v_reason is null, 'waiting', 'refused'), v_reason);
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

-- For utm5-book.sh: what to book now, twenty at most. A request that was tried and has not come is tried again only after a while: the core
-- may still be writing it.
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
  select a.id, a.balance from kabinet_request r join UTM5.accounts a on a.id = r.account_id
  where r.state = 'waiting' and r.tried_at = v_now
  on duplicate key update held_balance = values(held_balance);
  commit;
  select request_no, account_id, amount from kabinet_request where state = 'waiting' and tried_at = v_now order by request_no;
end$$

-- For utm5-book.sh: marks what has come into UTM5, and tells balances as they are. Returns what was tried and has not come.
create procedure kabinet_settle()
begin
  declare exit handler for sqlexception
  begin
    rollback;
    resignal;
  end;

  start transaction;
  update kabinet_request r
  join UTM5.payment_transactions p on p.account_id = r.account_id and p.payment_ext_number = concat('kabinet-', r.request_no)
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
