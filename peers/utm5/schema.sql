-- Tables of UTM5 that deploy/billing/utm5.sql reads, by the names and types of schemas that others have published (docs/decisions/0293);
-- columns that nothing here reads or writes are left out, and ids are written as both servers read them. Written for the test.

create table users (
  id serial primary key,
  login varchar(255) not null,
  basic_account int not null default 0,
  is_deleted int not null default 0
);

create table accounts (
  id serial primary key,
  balance double precision not null default 0,
  credit double precision not null default 0,
  block_id int not null default 0,
  int_status int not null default 0,
  is_deleted int not null default 0,
  external_id varchar(255) not null default ''
);

create table blocks_info (
  id serial primary key,
  account_id int not null default 0,
  block_type int not null default 0,
  start_date int not null default 0,
  expire_date int default null,
  is_planning int not null default 0,
  is_deleted int not null default 0
);

create table voluntary_suspension_data (
  id serial primary key,
  account_id int not null default 0,
  block_date_start int not null default 0,
  block_date_end int not null default 0,
  block_id int not null default 0
);

create table tariffs (
  id serial primary key,
  name varchar(255) not null,
  is_deleted int not null default 0
);

create table account_tariff_link (
  id serial primary key,
  account_id int not null default 0,
  tariff_id int not null default 0,
  next_tariff_id int not null default 0,
  is_deleted int not null default 0
);

create table services_data (
  id serial primary key,
  service_type int not null,
  service_name varchar(255) not null,
  is_deleted int not null default 0
);

create table service_links (
  id serial primary key,
  user_id int not null,
  account_id int not null,
  service_id int not null,
  tariff_link_id int not null,
  is_deleted int not null default 0
);

create table iptraffic_service_links (
  id serial primary key,
  ip_group_id int not null,
  downloaded_id int not null default 0,
  is_deleted int not null default 0
);

create table ip_groups (
  id serial primary key,
  ip_group_id int not null,
  ip int not null default 0,
  uname varchar(255) not null default '',
  is_deleted int not null default 0
);
create index ip_groups_of_group on ip_groups (ip_group_id);

create table discount_transactions_all (
  id serial primary key,
  account_id int not null default 0,
  incoming_rest double precision not null default 0,
  outgoing_rest double precision not null default 0,
  discount double precision not null default 0,
  discount_with_tax double precision not null default 0,
  service_id int not null default 0,
  service_type int not null default 0,
  slink_id int not null default 0,
  discount_date int not null default 0,
  charge_type int not null default 0
);

create table payment_methods (
  id serial primary key,
  name varchar(255) not null
);

create table payment_transactions (
  id serial primary key,
  account_id int not null default 0,
  payment_incurrency double precision not null default 0,
  currency_id int not null default 0,
  currency_rate double precision not null default 0,
  payment_absolute double precision not null default 0,
  actual_date int not null default 0,
  payment_enter_date int not null default 0,
  payment_ext_number varchar(255) null default '',
  method int not null default 0,
  who_receive int not null default 0,
  comments_for_user varchar(255) null default '',
  comments_for_admins varchar(255) null default '',
  burn_time int not null default 0,
  is_canceled int not null default 0,
  cancel_id int not null default 0
);
create index payment_transactions_of_account on payment_transactions (account_id);

insert into payment_methods (id, name) values (1, 'Наличные'), (7, 'Кредит'), (8, 'Отмена');
insert into services_data (service_type, service_name) values (3, 'Доступ в интернет');
insert into tariffs (id, name) values (1, 'Сто'), (2, 'Двести');
insert into accounts (id, balance, int_status) values (1, 100, 1), (2, 200.5, 1), (3, 300, 1);
insert into users (id, login, basic_account) values (11, 'u1', 1), (12, 'u2', 2), (13, 'user3', 3);
insert into account_tariff_link (id, account_id, tariff_id) values (21, 1, 1), (22, 2, 1), (23, 3, 1);
insert into service_links (id, user_id, account_id, service_id, tariff_link_id) values (31, 11, 1, 1, 21), (32, 12, 2, 1, 22), (33, 13, 3, 1, 23);
insert into iptraffic_service_links (id, ip_group_id) values (31, 41), (32, 42), (33, 43);
-- A login of two addresses, services without a login of their own, and one with a login that is not the subscriber's.
insert into ip_groups (ip_group_id, ip, uname) values (41, 167772161, 'u1'), (41, 167772162, 'u1'), (42, 167772163, ''), (43, 167772164, 'u3');
