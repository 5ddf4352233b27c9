-- What the staff have changed in a contract: the timeline names them, and whoever decides on an older version learns who was first.
create table staff_change (
  staff_change_id bigint generated always as identity primary key,
  contract_id bigint not null references contract (contract_id),
  user_id bigint references service_user (user_id),
  made_at timestamptz not null,
  operator text not null,
  role text not null check (role in (
    'cashier', 'support', 'technician', 'engineer', 'accountant', 'owner', 'admin', 'auditor', 'program', 'server')),
  call text not null,
  text text not null,
  -- Of the contract with its services, after the change.
  version bigint not null
);
create index staff_change_by_contract on staff_change (contract_id, made_at desc, staff_change_id desc);
create index on staff_change (user_id) where user_id is not null;

-- Notes of the staff about a contract. Only they see them; the subscriber gets them with his data, for they are about him.
create table staff_note (
  staff_note_id bigint generated always as identity primary key,
  contract_id bigint not null references contract (contract_id),
  made_at timestamptz not null,
  operator text not null,
  role text not null check (role in (
    'cashier', 'support', 'technician', 'engineer', 'accountant', 'owner', 'admin', 'auditor', 'program', 'server')),
  text text not null
);
create index staff_note_by_contract on staff_note (contract_id, made_at desc, staff_note_id desc);

-- Why the provider has closed a service, in words for its subscriber, until it is opened again.
create table service_block (
  user_id bigint not null references service_user (user_id),
  blocked_at timestamptz not null,
  reason text not null,
  operator text not null,
  lifted_at timestamptz,
  primary key (user_id, blocked_at),
  check (lifted_at >= blocked_at)
);
create unique index service_block_present on service_block (user_id) where lifted_at is null;
