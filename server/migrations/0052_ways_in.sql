-- The ways into the account besides the password, and what guards them.

-- A one-time password of the operator: good until this moment, and changed at the first sign-in.
alter table credential add column change_by timestamptz;

-- Somebody has forgotten a password. A login that leads to no contract has a row, too: the reply and its time tell nothing (R-18).
create table password_recovery (
  recovery_hash bytea primary key,
  contract_id bigint references contract,
  kind text not null check (kind in ('phone', 'email')),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Whether the code has been sent, or never will be.
  handled_at timestamptz,
  tries integer not null default 0,
  spent_at timestamptz
);
create index on password_recovery (contract_id);
create index on password_recovery (expires_at);

-- The second step of the sign-in: codes of an app. It asks for them once one has been typed.
create table totp (
  contract_id bigint primary key references contract,
  secret bytea not null,
  begun_at timestamptz not null,
  enabled_at timestamptz,
  -- The time step of the last accepted code: no code is accepted twice.
  last_step bigint not null default 0
);

-- Codes on paper for a lost phone; each works once. A keyed hash.
create table backup_code (
  contract_id bigint not null references totp on delete cascade,
  code_mark bytea not null,
  used_at timestamptz,
  primary key (contract_id, code_mark)
);

-- Who a contract is to its passkeys: random, so that a device learns nothing from it.
create table passkey_owner (
  contract_id bigint primary key references contract,
  handle text not null unique
);

create table passkey (
  credential_id text primary key,
  contract_id bigint not null references passkey_owner,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- «Chrome на Windows»
  name text not null,
  -- Whether the owner's other devices have it, too.
  is_synced boolean not null,
  added_at timestamptz not null,
  used_at timestamptz
);
create index on passkey (contract_id);

-- What a passkey is asked to sign: once, within minutes. A sign-in has no session yet.
create table passkey_challenge (
  challenge text primary key,
  session_id text references session on delete cascade,
  expires_at timestamptz not null
);
create index on passkey_challenge (session_id);
create index on passkey_challenge (expires_at);
