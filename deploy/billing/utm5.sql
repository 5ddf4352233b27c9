-- Kabinet beside NetUP UTM5: views that Kabinet reads (docs/billing-views.ru.md). requests.sql takes its requests, book.sh books them.
--
-- UTM5 publishes no schema. These tables and columns are those that at least two programs of others read, or one and a schema that somebody
-- generated from his base (docs/decisions/0293). Tried by the tests of Kabinet (peers/utm5.test.ts) on MariaDB 10.11 with such tables; not
-- on a working UTM5, nor on MySQL, where it needs 5.7 or newer. Try it on a copy of yours first. Load it as a role that may read UTM5:
--   mysql < utm5.sql && mysql < requests.sql
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

-- ИЗМЕНИТЕ: номер счёта в кабинете — здесь это id лицевого счёта. Если абоненты платят по external_id, назовите его тут.
create or replace view billing_account as
select a.id as id, cast(a.id as char) as account_no, a.balance as balance from UTM5.accounts a where a.is_deleted = 0;

create or replace view billing_payment as
select p.account_id as account_id, p.payment_ext_number as number from UTM5.payment_transactions p;

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
straight_join UTM5.services_data n on n.id = d.service_id;

-- Без своих платежей, без кредитов (7: меняют не остаток) и без отмен (8: знак суммы нам неизвестен; разницу кабинет покажет исправлением).
create or replace view kabinet_payments as
select p.id as id, cast(p.account_id as char) as account_no, cast(from_unixtime(p.payment_enter_date) as date) as day,
  coalesce(nullif(p.comments_for_user, ''), m.name) as text, round(cast(p.payment_absolute as decimal(20, 6)), 2) as amount
from UTM5.payment_transactions p
left join UTM5.payment_methods m on m.id = p.method
where p.method not in (7, 8) and coalesce(p.payment_ext_number, '') not like 'kabinet-%';
