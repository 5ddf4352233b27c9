-- A new password can be asked for by anybody who knows a login. What strangers ask for has limits of its own, so that it never
-- uses up what the owner may do.

-- Whether the recovery was begun on a device on which its contract has signed in: then it is the owner's.
alter table password_recovery add column is_known_device boolean not null default false;

-- Codes that strangers may have asked for. Processes of the version before write the same purposes.
alter table contact_code add column by_stranger boolean not null
  generated always as (purpose in ('recovery', 'recovery:email')) stored;

-- How often a new password was asked for on unknown devices, by provider day; shown to the owner.
create table recovery_request (
  contract_id bigint not null references contract,
  kind text not null check (kind in ('phone', 'email')),
  day date not null,
  asked integer not null check (asked > 0),
  sent integer not null default 0 check (sent between 0 and asked),
  last_asked_at timestamptz not null,
  primary key (contract_id, kind, day)
);
create index on recovery_request (day);

-- The only way by which a forgotten password of this contract may be replaced; without a row both ways are open. So one always is.
create table recovery_only (
  contract_id bigint primary key references contract,
  kind text not null check (kind in ('phone', 'email'))
);
