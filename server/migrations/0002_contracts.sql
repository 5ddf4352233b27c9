-- Whom the provider serves: contracts, how they sign in, how they are reached.

create table contract (
  contract_id bigint primary key,
  client_name text not null,
  client_name_io text not null,
  client_name_short text not null,
  is_company boolean not null default false,
  state text not null default 'active' check (state in ('active', 'suspended', 'closed')),
  town_id integer not null references town,
  street_id integer references street,
  house text not null,
  flat text,
  billing_day integer not null check (billing_day between 1 and 31),
  opened_on date not null
);
create index on contract (town_id);
create index on contract (street_id);

-- Apart from the contract, so that no query about a client can carry it away by chance.
create table credential (
  contract_id bigint primary key references contract,
  password_hash text not null,
  changed_at timestamptz not null
);

create table contact (
  contract_id bigint not null references contract,
  kind text not null check (kind in ('phone', 'email', 'telegram')),
  value text not null,
  state text not null check (state in ('none', 'code_sent', 'active')),
  primary key (contract_id, kind)
);
-- A confirmed contact is a login, so it leads to one contract.
create unique index contact_is_a_login on contact (kind, value) where state = 'active';
