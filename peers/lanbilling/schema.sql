-- Tables of LANBilling that deploy/billing/lanbilling.sql reads, by the names of programs and of a schema that others have published
-- (docs/decisions/0302); columns that nothing here reads or writes are left out. Written for the test.

create table agreements (
  agrm_id int not null auto_increment primary key,
  uid int not null default 0,
  oper_id int not null default 1,
  number varchar(64) not null default '-',
  code varchar(40) default null,
  balance decimal(20, 6) not null default 0,
  credit decimal(20, 6) not null default 0,
  cur_id int default 1,
  archive tinyint not null default 0,
  key (number)
);

create table tarifs (
  tar_id int not null auto_increment primary key,
  descr varchar(255) not null default '',
  rent double not null default 0,
  type tinyint not null default 0,
  archive tinyint not null default 0
);

create table vgroups (
  vg_id int not null auto_increment primary key,
  uid int default null,
  login varchar(128) default null,
  agrm_id int default null,
  blk_req tinyint not null default 0,
  blocked tinyint not null default 0,
  block_date datetime not null default current_timestamp,
  tar_id int default null,
  id int not null default 0,
  archive tinyint not null default 0,
  unique key login (login, id),
  key (agrm_id)
);

create table service_categories (
  tar_id int not null,
  serv_cat_idx int not null,
  descr varchar(255) not null default '',
  above double not null default 0,
  primary key (tar_id, serv_cat_idx)
);

create table services (
  service_id int not null auto_increment primary key,
  vg_id int not null default 0,
  tar_id int not null default 0,
  serv_cat_idx int not null default 0,
  mul double not null default 1,
  timefrom datetime not null default current_timestamp,
  timeto datetime not null default '9999-12-31 23:59:59'
);

create table charges (
  record_id int not null auto_increment primary key,
  vg_id int not null default 0,
  agrm_id int not null default 0,
  service_id int default null,
  period datetime not null default current_timestamp,
  amount decimal(20, 6) not null default 0,
  key (agrm_id)
);

create table payments (
  record_id int not null auto_increment primary key,
  agrm_id int not null,
  amount decimal(20, 6) not null default 0,
  comment varchar(255) default null,
  receipt varchar(128) default null,
  pay_date datetime not null default current_timestamp,
  local_date datetime not null default current_timestamp,
  cancel_date datetime default null,
  status tinyint not null default 0,
  mod_person int not null default 0,
  class_id int not null default 0,
  amount_cur_id int not null default 0,
  amount_cur decimal(20, 6) not null default 0,
  key (agrm_id)
);

insert into tarifs (tar_id, descr, rent) values (1, 'Сто', 600), (2, 'Двести', 900);
-- Numbers of contracts are not their ids. One contract is closed and had the number of another.
insert into agreements (agrm_id, number, balance, archive) values (101, '1', 100, 0), (102, '2', 200.5, 0), (103, '3', 300, 0), (104, '3', 0, 1);
insert into vgroups (vg_id, login, agrm_id, tar_id, id) values (201, 'u1', 101, 1, 1), (202, 'u2', 102, 1, 1), (203, 'u3', 103, 1, 1), (204, 'u4', 104, 1, 1);
