-- Kabinet beside ABillS: views that Kabinet reads, and the procedure by which it books (docs/billing-views.ru.md).
--
-- Tried by the tests of Kabinet (peers/abills.test.ts) on MariaDB 10.11 with tables of the names and types of ABillS 1.50. Not tried on a
-- working ABillS, nor on MySQL: try it on a copy of yours first. Load it into the database of ABillS as a role that owns its tables:
--   mysql abills < abills.sql
--
-- What you may have to change is marked with «ИЗМЕНИТЕ».
--
-- Left out: companies (several logins share a balance), the second deposit (ext_bill), modules other than Internet, the price of a
-- change of plan and of a pause (change_price, HOLDUP): ABillS charges these in its own programs, and a procedure cannot call them.

set names utf8mb4;

-- What was booked for Kabinet. A request and its number come into the tables by one transaction, so the same number is booked once.
create table if not exists kabinet_request (
  request_no bigint unsigned not null primary key,
  kind varchar(20) not null,
  uid int(11) unsigned null,
  state enum('booking', 'confirmed', 'refused') not null,
  reason varchar(300) null,
  booked_at timestamp not null default current_timestamp,
  key (uid)
) engine = innodb default charset = utf8mb4;

-- The last request about money that the deposit of a subscriber contains.
create table if not exists kabinet_counted (
  uid int(11) unsigned not null primary key,
  request_no bigint unsigned not null
) engine = innodb default charset = utf8mb4;

-- ИЗМЕНИТЕ: номер счёта в кабинете — здесь это uid. Если абоненты платят по другому номеру, назовите его тут и в kabinet_book.
create or replace view kabinet_balances as
select u.uid as id, cast(u.uid as char) as account_no, round(cast(b.deposit as decimal(20, 6)), 2) as balance,
  coalesce(c.request_no, 0) as counted_to
from users u
join bills b on b.id = u.bill_id
left join kabinet_counted c on c.uid = u.uid
where u.deleted = 0 and u.company_id = 0;

-- disable: 0 включено, 3 на паузе, 4 и 5 — нет денег, остальное закрыл оператор. Конец паузы — запись shedule «включить»; без неё
-- день возврата неизвестен, и услуга показана закрытой оператором. Должник с disable = 0 — тот, кого не пустит и сам ABillS.
create or replace view kabinet_services as
select i.id as id, if(i.login <> '', i.login, u.id) as login,
  case
    when u.disable > 0 then 'operator'
    when i.disable = 3 and s.id is not null then 'paused'
    when i.disable in (4, 5) then 'debt'
    when i.disable > 0 then 'operator'
    when t.payment_type = 0 and b.deposit + if(u.credit > 0, u.credit, t.credit) - t.credit_tresshold <= 0 then 'debt'
    else 'active'
  end as state,
  if(i.disable = 3, concat(s.y, '-', s.m, '-', s.d), null) as until_day,
  t.name as plan
from internet_main i
join users u on u.uid = i.uid
join bills b on b.id = u.bill_id
left join tarif_plans t on t.tp_id = i.tp_id
left join shedule s on s.uid = i.uid and s.type = 'status' and s.module = 'Internet' and s.action = concat(i.id, ':0') and s.y <> '*'
where u.deleted = 0 and u.company_id = 0;

-- Строки истории. Свои Кабинет узнаёт по пометке «kabinet:» и второй раз не читает.
create or replace view kabinet_charges as
select f.id as id, cast(f.uid as char) as account_no, cast(f.date as date) as day, f.dsc as text,
  -round(cast(f.sum as decimal(20, 6)), 2) as amount
from fees f
where f.inner_describe not like 'kabinet:%';

create or replace view kabinet_payments as
select p.id as id, cast(p.uid as char) as account_no, cast(p.date as date) as day, p.dsc as text,
  round(cast(p.sum as decimal(20, 6)), 2) as amount
from payments p
where p.inner_describe not like 'kabinet:%';

drop procedure if exists kabinet_book;
drop procedure if exists kabinet_money;
drop procedure if exists kabinet_service;

delimiter $$

-- Деньги: платёж — строка payments, списание (возврат, отмена, исправление вниз) — строка fees; остаток меняется вместе с ними.
-- ИЗМЕНИТЕ: aid — администратор, от имени которого это записано; method — вид оплаты из вашего справочника.
create procedure kabinet_money(in p_no bigint unsigned, in p_kind varchar(20), in p_body longtext character set utf8mb4,
  out p_uid int unsigned, out p_reason varchar(300) character set utf8mb4)
begin
  declare v_aid smallint unsigned default 1;
  declare v_method tinyint unsigned default 0;
  declare v_kopecks bigint default cast(json_value(p_body, '$.sum_kopecks') as signed);
  declare v_sum decimal(14, 2) default abs(v_kopecks) / 100;
  declare v_bill int unsigned;
  declare v_before double;
  declare v_mark varchar(80) default concat('kabinet:', p_no);
  declare v_words varchar(80) character set utf8mb4 default case p_kind when 'payment' then 'Кабинет: оплата'
    when 'reversal' then 'Кабинет: отмена платежа' when 'refund' then 'Кабинет: возврат' else 'Кабинет: исправление' end;

  select u.uid, b.id, b.deposit into p_uid, v_bill, v_before
  from users u join bills b on b.id = u.bill_id
  where u.uid = json_value(p_body, '$.account_no') and u.deleted = 0 and u.company_id = 0
  for update;
  if p_uid is null then
    set p_reason = 'Такого счёта в биллинге нет. Проверьте номер счёта в договоре';
  else
    update bills set deposit = deposit + v_kopecks / 100 where id = v_bill;
    if v_kopecks > 0 then
      insert into payments (date, sum, amount, dsc, last_deposit, uid, aid, method, ext_id, bill_id, inner_describe, reg_date)
      values (now(), v_sum, v_sum, v_words, v_before, p_uid, v_aid, v_method, v_mark, v_bill, v_mark, now());
    else
      insert into fees (date, sum, dsc, last_deposit, uid, aid, bill_id, inner_describe, reg_date)
      values (now(), v_sum, v_words, v_before, p_uid, v_aid, v_bill, v_mark, now());
    end if;
    insert into kabinet_counted (uid, request_no) values (p_uid, p_no)
    on duplicate key update request_no = greatest(request_no, values(request_no));
  end if;
end$$

-- Услуги: тариф, пауза и возврат с неё. Что начинается позже, записано в shedule: в свой день это сделает сам ABillS.
create procedure kabinet_service(in p_no bigint unsigned, in p_kind varchar(20), in p_body longtext character set utf8mb4,
  out p_uid int unsigned, out p_reason varchar(300) character set utf8mb4)
begin
  declare v_login varchar(100) character set utf8mb4 default json_value(p_body, '$.login');
  declare v_id, v_plans int unsigned;
  declare v_disable tinyint unsigned;
  declare v_tp smallint unsigned;
  declare v_from date default coalesce(json_value(p_body, '$.from_day'), json_value(p_body, '$.from'), curdate());
  declare v_until date default json_value(p_body, '$.until');
  declare v_type varchar(50);

  select i.id, i.uid, i.disable into v_id, p_uid, v_disable
  from internet_main i join users u on u.uid = i.uid
  where u.deleted = 0 and u.company_id = 0
    and (i.login = v_login or (i.login = '' and u.id = v_login))
  order by i.id limit 1 for update;
  select count(*), min(tp_id) into v_plans, v_tp
  from tarif_plans where name = json_value(p_body, '$.plan') and module = 'Internet';
  set v_type = if(p_kind = 'plan', 'tp', 'status');

  if p_uid is null then
    set p_reason = 'Такой услуги в биллинге нет. Позвоните в поддержку';
  elseif p_kind = 'plan' and v_plans <> 1 then
    set p_reason = 'Этого тарифа в биллинге нет. Выберите другой или позвоните в поддержку';
  elseif p_kind = 'pause' and v_disable <> 0 then
    set p_reason = 'Услуга сейчас не работает. Сначала включите её';
  else
    -- What was planned before is replaced.
    delete from shedule where uid = p_uid and type = v_type and module = 'Internet' and action like concat(v_id, ':%');
    if p_kind = 'plan' and v_from <= curdate() then
      update internet_main set tp_id = v_tp, personal_tp = 0 where id = v_id;
    elseif p_kind = 'plan' then
      insert into shedule (uid, date, type, action, aid, d, m, y, module, comments)
      values (p_uid, curdate(), 'tp', concat(v_id, ':', v_tp), 1, date_format(v_from, '%d'), date_format(v_from, '%m'),
        date_format(v_from, '%Y'), 'Internet', concat('kabinet:', p_no));
    elseif p_kind = 'pause' then
      if v_from <= curdate() then
        update internet_main set disable = 3 where id = v_id;
      else
        insert into shedule (uid, date, type, action, aid, d, m, y, module, comments)
        values (p_uid, curdate(), 'status', concat(v_id, ':3'), 1, date_format(v_from, '%d'), date_format(v_from, '%m'),
          date_format(v_from, '%Y'), 'Internet', concat('kabinet:', p_no));
      end if;
      insert into shedule (uid, date, type, action, aid, d, m, y, module, comments)
      values (p_uid, curdate(), 'status', concat(v_id, ':0'), 1, date_format(v_until, '%d'), date_format(v_until, '%m'),
        date_format(v_until, '%Y'), 'Internet', concat('kabinet:', p_no));
    else
      update internet_main set disable = 0 where id = v_id and disable = 3;
    end if;
  end if;
end$$

-- Проводит запрос вместе с его номером, одной транзакцией. Тот же номер ещё раз — тот же ответ, и ничего больше.
create procedure kabinet_book(in p_no bigint unsigned, in p_kind varchar(20), in p_body longtext character set utf8mb4)
begin
  declare v_uid int unsigned;
  declare v_reason varchar(300) character set utf8mb4;
  declare exit handler for sqlexception
  begin
    rollback;
    resignal;
  end;

  start transaction;
  -- Another call with this number waits here until this one has ended.
  insert ignore into kabinet_request (request_no, kind, state) values (p_no, p_kind, 'booking');
  if row_count() = 1 then
    if json_value(p_body, '$.sum_kopecks') is not null then
      call kabinet_money(p_no, p_kind, p_body, v_uid, v_reason);
    elseif p_kind in ('plan', 'pause', 'return') then
      call kabinet_service(p_no, p_kind, p_body, v_uid, v_reason);
    elseif p_kind = 'promise' then
      set v_reason = 'Обещанный платёж даёт оператор. Позвоните в поддержку';
    else
      set v_reason = 'Это меняет оператор. Позвоните в поддержку';
    end if;
    update kabinet_request set uid = v_uid, reason = v_reason, state = if(v_reason is null, 'confirmed', 'refused')
    where request_no = p_no;
  end if;
  commit;
  select state, reason from kabinet_request where request_no = p_no;
end$$

delimiter ;

-- ИЗМЕНИТЕ пароль и адрес Кабинета. Больше никаких прав ему не нужно.
--   create user kabinet@'10.0.0.5' identified by 'пароль';
--   grant select on abills.kabinet_balances to kabinet@'10.0.0.5';
--   grant select on abills.kabinet_services to kabinet@'10.0.0.5';
--   grant select on abills.kabinet_charges to kabinet@'10.0.0.5';
--   grant select on abills.kabinet_payments to kabinet@'10.0.0.5';
--   grant execute on procedure abills.kabinet_book to kabinet@'10.0.0.5';
