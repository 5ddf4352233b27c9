-- Kabinet beside LANBilling 2.0: views that Kabinet reads (docs/billing-views.ru.md). requests.sql takes its requests, book.sh books them by
-- lanbilling-payment.sh.
--
-- LANBilling publishes no schema. These tables and columns are those that at least two programs of others read, or one and a schema that
-- somebody generated from his base; states are those of the vendor's pages (docs/decisions/0302). Tried by the tests of Kabinet
-- (peers/lanbilling.test.ts) on MariaDB 10.11 with such tables; not on a working LANBilling, nor on MySQL, where it needs 8.0.21 or newer. Try
-- it on a copy of yours first. Load it as a role that may read LANBilling:
--   mysql < lanbilling.sql && mysql < requests.sql
--
-- What you may have to change is marked with «ИЗМЕНИТЕ».
--
-- Left out: calls and traffic, and the rent in rentcharge, whose rows have no number. A balance contains them all the same.

set names utf8mb4;

-- A database of its own: an update of LANBilling finds nothing foreign in its base. ИЗМЕНИТЕ: billing — имя базы LANBilling, оно стоит ниже
-- всюду.
create database if not exists kabinet character set utf8mb4;
use kabinet;

-- ИЗМЕНИТЕ: номер счёта в кабинете — здесь это номер договора. Если абоненты платят по коду, это a.code; назовите его и ниже.
-- ИЗМЕНИТЕ, если у оператора есть договоры не в рублях: допишите and a.cur_id = и номер рубля в currency.
create or replace view billing_account as
select a.agrm_id as id, a.number as account_no, a.balance as balance from billing.agreements a where a.archive = 0;

-- status 2 — платёж аннулирован.
create or replace view billing_payment as
select p.agrm_id as account_id, p.receipt as number from billing.payments p where p.status <> 2;

-- blocked: 0 — активна, 1 и 4 — нехватка средств, 2 — блокировка абонента, 3 — менеджера, 5 — трафик, 10 — отключена. Где лежит день, в который
-- кончится блокировка абонента, мы не знаем: она показана закрытой оператором, и until_day пуст.
-- ИЗМЕНИТЕ: логин неповторим только вместе с агентом (v.id). Если у интернета и телевидения логин один, допишите and v.id = и номер агента.
create or replace view kabinet_services as
select v.vg_id as id, v.login as login,
  case when v.blocked = 0 then 'active' when v.blocked in (1, 4) then 'debt' else 'operator' end as state,
  cast(null as date) as until_day,
  t.descr as plan
from billing.vgroups v
join billing.agreements a on a.agrm_id = v.agrm_id and a.archive = 0
left join billing.tarifs t on t.tar_id = v.tar_id
where v.archive = 0 and v.login is not null;

-- ИЗМЕНИТЕ, если списания лежат в usbox_charge (категории вместо услуг, версии до 2.0.31): u.record_id, u.charge_date и u.amount вместо
-- столбцов c, название — через usbox_services (serv_id) и categories (tar_id, cat_idx).
-- ИЗМЕНИТЕ: сверьте знак и день. Плюс — списание, строки с нулём и с минусом пропущены: разницу кабинет покажет уточнением.
create or replace view kabinet_charges as
select c.record_id as id, a.number as account_no, cast(c.period as date) as day, coalesce(n.descr, 'Услуги') as text,
  -round(cast(c.amount as decimal(20, 6)), 2) as amount
from billing.charges c
join billing.agreements a on a.agrm_id = c.agrm_id
left join billing.services s on s.service_id = c.service_id
left join billing.service_categories n on n.tar_id = s.tar_id and n.serv_cat_idx = s.serv_cat_idx
where c.amount >= 0.005;

-- Без своих платежей и без аннулированных.
-- ИЗМЕНИТЕ, если в комментариях сотрудники пишут для себя: 'Платёж' вместо coalesce(…) — комментарий прочтёт абонент.
create or replace view kabinet_payments as
select p.record_id as id, a.number as account_no, cast(p.pay_date as date) as day, coalesce(nullif(p.comment, ''), 'Платёж') as text,
  round(cast(p.amount as decimal(20, 6)), 2) as amount
from billing.payments p
join billing.agreements a on a.agrm_id = p.agrm_id
where p.status <> 2 and coalesce(p.receipt, '') not like 'kabinet-%' and abs(p.amount) >= 0.005;
