-- Kabinet beside LANBilling 2.0: views that Kabinet reads (docs/billing-views.ru.md). requests.sql takes its requests, book.sh books them by
-- lanbilling-payment.sh.
--
-- LANBilling publishes no schema. These tables and columns are those of a base that somebody has published with the vendor's own comments, and
-- of programs of others (docs/decisions/0302). Tried by the tests of Kabinet (peers/lanbilling.test.ts) on MariaDB 10.11 with such tables; not
-- on a working LANBilling, nor on MySQL, where it needs 5.7 or newer. Try it on a copy of yours first. Load it as a role that may read
-- LANBilling:
--   mysql < lanbilling.sql && mysql < requests.sql
--
-- What you may have to change is marked with «ИЗМЕНИТЕ».
--
-- Left out: calls and traffic, and charges of other tables than one. A balance contains them all the same.

set names utf8mb4;

-- A database of its own: an update of LANBilling finds nothing foreign in its base. ИЗМЕНИТЕ: billing — имя базы LANBilling, оно стоит ниже
-- всюду.
create database if not exists kabinet character set utf8mb4;
use kabinet;

-- ИЗМЕНИТЕ: номер счёта в кабинете — здесь это номер договора. Если абоненты платят по коду оплаты, это a.code; назовите его и ниже.
-- ИЗМЕНИТЕ, если есть договоры не в рублях: допишите and a.cur_id = и номер рубля из currency.
create or replace view billing_account as
select a.agrm_id as id, a.number as account_no, a.balance as balance from billing.agreements a where a.archive = 0 and a.number is not null;

-- status 2 — платёж аннулирован.
create or replace view billing_payment as
select p.agrm_id as account_id, p.receipt as number from billing.payments p where p.status <> 2;

-- blocked: 0 — активна, 1 и 4 — нехватка средств, 2 — блокировка абонента, 3 — менеджера, 5 — трафик, 10 — отключена. Пауза — блокировка
-- абонента, если в расписании есть день, в который учётная запись снова станет активна; бессрочная показана закрытой оператором.
-- ИЗМЕНИТЕ: логин неповторим только у одного агента (v.id). Если у интернета и телевидения логин один, допишите and v.id = и номер агента.
create or replace view kabinet_services as
select v.vg_id as id, v.login as login,
  case
    when v.blocked = 0 then 'active'
    when v.blocked in (1, 4) then 'debt'
    when v.blocked = 2 and back.change_time is not null then 'paused'
    else 'operator'
  end as state,
  cast(back.change_time as date) as until_day,
  t.descr as plan
from billing.vgroups v
join billing.agreements a on a.agrm_id = v.agrm_id and a.archive = 0
left join billing.tarifs t on t.tar_id = v.tar_id
left join billing.vg_blocks_rasp back on back.vg_id = v.vg_id and back.blk_req = 0 and back.change_time > now()
left join billing.vg_blocks_rasp sooner on sooner.vg_id = back.vg_id and sooner.blk_req = 0 and sooner.change_time > now()
  and sooner.change_time < back.change_time
where v.archive = 0 and v.template = 0 and v.login is not null and sooner.vg_id is null;

-- straight_join: строки читаются от последней, по номеру.
-- Списание — с плюсом, возврат — с минусом: так их вычитает из остатка сама база.
-- ИЗМЕНИТЕ: списания лежат в трёх таблицах, а номера строк у каждой свои, поэтому в представлении одна. Здесь — услуги (charges). Если у вас
-- большая часть — аренда по тарифу, замените charges на rentcharge, а соединения с s и n — на
--   left join billing.tarifs n on n.tar_id = c.tar_id
-- В старых версиях услуги лежат в usbox_charge (usbox_services по serv_id, categories по tar_id и cat_idx).
create or replace view kabinet_charges as
select c.record_id as id, a.number as account_no, c.period as day, coalesce(nullif(n.descr, ''), 'Услуги') as text,
  -round(cast(c.amount as decimal(20, 6)), 2) as amount
from billing.charges c
straight_join billing.agreements a on a.agrm_id = c.agrm_id and a.archive = 0
left join billing.services s on s.service_id = c.service_id
left join billing.service_categories n on n.tar_id = s.tar_id and n.serv_cat_idx = s.serv_cat_idx
where abs(c.amount) >= 0.005;

-- Без своих платежей и без аннулированных. Название — категория платежа; комментарий сотрудники пишут и для себя.
create or replace view kabinet_payments as
select p.record_id as id, a.number as account_no, cast(p.pay_date as date) as day,
  if(p.class_id = 0, 'Платёж', coalesce(nullif(m.name, ''), 'Платёж')) as text,
  round(cast(p.amount as decimal(20, 6)), 2) as amount
from billing.payments p
straight_join billing.agreements a on a.agrm_id = p.agrm_id and a.archive = 0
left join billing.pay_classes m on m.class_id = p.class_id
where p.status <> 2 and coalesce(p.receipt, '') not like 'kabinet-%' and abs(p.amount) >= 0.005;
