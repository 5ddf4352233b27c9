-- Tables of ABillS that deploy/billing/abills.sql touches, by the names and types of its published schema (version 1.50, db/abills.sql of
-- github.com/anphsw/abills); columns that nothing here reads or writes are left out. Written for the test.

create table users (
  id varchar(20) not null default '',
  credit double(10, 2) not null default 0,
  uid int(11) unsigned not null auto_increment primary key,
  disable tinyint(2) unsigned not null default 0,
  company_id int(11) unsigned not null default 0,
  bill_id int(11) unsigned not null default 0,
  domain_id smallint(6) unsigned not null default 0,
  deleted tinyint(1) unsigned not null default 0,
  unique key (domain_id, id)
) engine = innodb default charset = utf8;

create table bills (
  id int(11) unsigned not null auto_increment primary key,
  deposit double(15, 6) not null default 0,
  uid int(11) unsigned not null default 0,
  company_id int(11) unsigned not null default 0,
  registration date not null,
  key (uid, company_id)
) engine = innodb default charset = utf8;

create table payments (
  date timestamp not null default current_timestamp,
  sum double(10, 2) not null default 0,
  dsc varchar(80) not null default '',
  ip int(11) unsigned not null default 0,
  last_deposit double(15, 6) not null default 0,
  uid int(11) unsigned not null default 0,
  aid smallint(6) unsigned not null default 0,
  id int(11) unsigned not null auto_increment primary key,
  method tinyint(4) unsigned not null default 0,
  ext_id varchar(50) not null default '',
  bill_id int(11) unsigned not null default 0,
  inner_describe varchar(80) not null default '',
  amount double(10, 2) not null default 0,
  currency smallint unsigned not null default 0,
  reg_date timestamp not null default current_timestamp,
  key (uid),
  key (ext_id)
) engine = innodb default charset = utf8;

create table fees (
  date timestamp not null default current_timestamp,
  sum double(12, 4) not null default 0,
  dsc varchar(80) not null default '',
  ip int(11) unsigned not null default 0,
  last_deposit double(15, 6) not null default 0,
  uid int(11) unsigned not null default 0,
  aid smallint(6) unsigned not null default 0,
  id int(11) unsigned not null auto_increment primary key,
  bill_id int(11) unsigned not null default 0,
  vat double(5, 2) unsigned not null default 0,
  inner_describe varchar(80) not null default '',
  method tinyint(4) unsigned not null default 0,
  reg_date timestamp not null default current_timestamp,
  key (uid)
) engine = innodb default charset = utf8;

create table tarif_plans (
  id smallint(5) unsigned not null default 0,
  month_fee double(14, 2) unsigned not null default 0,
  name varchar(80) not null default '',
  credit_tresshold double(8, 2) unsigned not null default 0,
  payment_type tinyint(1) not null default 0,
  module varchar(15) not null default '',
  tp_id smallint(6) unsigned not null auto_increment primary key,
  credit double(10, 2) unsigned not null default 0,
  domain_id smallint(6) unsigned not null default 0,
  key (name, domain_id)
) engine = innodb default charset = utf8;

create table internet_main (
  id int(10) unsigned not null auto_increment primary key,
  uid int(10) unsigned not null default 0,
  tp_id smallint(6) unsigned not null default 0,
  disable tinyint(1) unsigned not null default 0,
  login varchar(24) not null default '',
  personal_tp double(14, 2) unsigned not null default 0,
  key (uid),
  key (tp_id)
) engine = innodb default charset = utf8;

create table shedule (
  id int(10) unsigned not null auto_increment primary key,
  uid int(11) unsigned not null default 0,
  date date not null default '0000-00-00',
  type varchar(50) not null default '',
  action text not null,
  aid smallint(6) unsigned not null default 0,
  counts tinyint(4) unsigned not null default 0,
  d char(2) not null default '*',
  m char(2) not null default '*',
  y varchar(4) not null default '*',
  h char(2) not null default '*',
  module varchar(15) not null default '',
  comments varchar(120) not null default '',
  unique key uniq_action (h, d, m, y, type, uid, module, action(255)),
  key (uid)
) engine = innodb default charset = utf8;
