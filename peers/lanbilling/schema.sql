-- Tables of LANBilling that deploy/billing/lanbilling.sql reads, by the names of a base and of programs that others have published
-- (docs/decisions/0302); columns that nothing here reads or writes are left out. Written for the test.

create table agreements (
  agrm_id int not null auto_increment primary key,
  uid int not null default 0,
  number varchar(128) default null unique,
  code varchar(40) default null unique,
  balance decimal(20, 6) not null default 0,
  credit decimal(20, 6) not null default 0,
  cur_id int default 1,
  archive tinyint(1) not null default 0
) engine = innodb;

create table tarifs (
  tar_id int not null auto_increment primary key,
  descr varchar(255) not null default '',
  rent decimal(20, 6) not null default 0
) engine = innodb;

create table vgroups (
  vg_id int not null auto_increment primary key,
  login varchar(128) default null,
  agrm_id int default null,
  blocked tinyint(1) not null default 0,
  tar_id int default null,
  id int not null default 0,
  archive tinyint(1) not null default 0,
  template tinyint(1) not null default 0,
  unique key login (login, id),
  key (agrm_id)
) engine = innodb;

create table vg_blocks_rasp (
  record_id int not null auto_increment primary key,
  vg_id int default null,
  blk_req tinyint(1) not null,
  change_time datetime not null,
  unique key (vg_id, change_time)
) engine = innodb;

create table service_categories (
  tar_id int not null,
  serv_cat_idx int not null,
  descr varchar(255) not null default '',
  primary key (tar_id, serv_cat_idx)
) engine = innodb;

create table services (
  service_id int not null auto_increment primary key,
  vg_id int not null,
  tar_id int not null,
  serv_cat_idx int not null
) engine = innodb;

create table charges (
  record_id int not null auto_increment primary key,
  agrm_id int not null,
  vg_id int default null,
  service_id int default null,
  period date not null,
  amount decimal(20, 6) not null default 0,
  charge_flag int default 0,
  unique key (service_id, period, charge_flag),
  key (agrm_id)
) engine = innodb;

-- A charge changes the balance of its contract by itself.
create trigger charges_after_insert after insert on charges for each row
  update agreements set balance = balance - new.amount where agrm_id = new.agrm_id;

create table pay_classes (
  class_id int not null auto_increment primary key,
  name varchar(32) not null default ''
) engine = innodb;

create table payments (
  record_id int not null auto_increment primary key,
  agrm_id int not null,
  amount decimal(20, 6) not null,
  comment varchar(500) not null default '',
  receipt varchar(128) default null,
  pay_date datetime not null default current_timestamp,
  local_date datetime not null default current_timestamp,
  cancel_date datetime default null,
  status tinyint(1) not null default 0,
  mod_person int not null default 0,
  class_id int not null default 0,
  amount_cur decimal(20, 6) not null default 0,
  amount_cur_id int not null default 1,
  unique key uniq_receipt (receipt, mod_person),
  key (agrm_id)
) engine = innodb;

insert into tarifs (tar_id, descr, rent) values (1, 'Сто', 600), (2, 'Двести', 900);
-- Numbers of contracts are not their ids. One contract is deleted, and its service goes nowhere.
insert into agreements (agrm_id, number, balance, archive) values (101, '1', 100, 0), (102, '2', 200.5, 0), (103, '3', 300, 0), (104, '4', 0, 1);
insert into vgroups (vg_id, login, agrm_id, tar_id, id) values (201, 'u1', 101, 1, 1), (202, 'u2', 102, 1, 1), (203, 'u3', 103, 1, 1), (204, 'u4', 104, 1, 1);
