-- People of the staff, apart from subscribers, with sessions and a second factor of their own; programs with keys
-- (docs/decisions/0196). What they do leaves who, by which session or key, and from where.

create table staff_person (
  person_id integer generated always as identity primary key,
  login text not null unique check (login ~ '^[a-z][a-z0-9.-]{1,31}$'),
  -- As clients read it.
  name text not null check (length(name) between 1 and 100),
  roles text[] not null,
  -- Null until the first invitation is accepted.
  password_hash text,
  -- The key of the app, sealed; null: a new invitation is needed.
  totp_secret bytea,
  -- The latest step whose code was accepted: each code is for one use.
  totp_last_step bigint not null default 0,
  added_at timestamptz not null,
  blocked_at timestamptz,
  constraint staff_person_roles_check check (
    cardinality(roles) between 1 and 8 and
    roles <@ array['cashier', 'support', 'technician', 'engineer', 'accountant', 'owner', 'admin', 'auditor'])
);

create table staff_spare_code (
  person_id integer not null references staff_person,
  code_mark bytea not null,
  used_at timestamptz,
  primary key (person_id, code_mark)
);

create table staff_invitation (
  invitation_id integer generated always as identity primary key,
  person_id integer not null references staff_person,
  code_hash bytea not null unique,
  -- The key of the app that is shown until the invitation is accepted, sealed.
  totp_secret bytea not null,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint staff_invitation_hour_check check (expires_at <= invited_at + interval '1 hour')
);
create index staff_invitation_person_id_idx on staff_invitation (person_id);
-- One waits at a time.
create unique index staff_invitation_waits on staff_invitation (person_id) where ended_at is null;

create table staff_session (
  session_id text primary key,
  person_id integer not null references staff_person,
  token_hash bytea not null unique,
  started_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  browser text not null,
  address text not null,
  constraint staff_session_end_reason_check check (
    end_reason in ('signed_out', 'ended', 'blocked', 'roles_changed', 'password_changed')),
  constraint staff_session_ended_check check ((ended_at is null) = (end_reason is null))
);
create index staff_session_person_id_idx on staff_session (person_id);

create table staff_key (
  key_id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  key_hash bytea not null unique,
  -- Words of the commands that it may make.
  calls text[] not null check (cardinality(calls) between 1 and 60),
  networks cidr[] not null check (cardinality(networks) between 1 and 20),
  -- Null: on the server.
  made_by integer references staff_person,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  ended_at timestamptz,
  constraint staff_key_year_check check (expires_at <= made_at + interval '367 days')
);

create index staff_key_made_by_idx on staff_key (made_by) where made_by is not null;

-- Of changes that are asked for twice; an owner is a person or a key.
create table staff_idempotency_key (
  owner text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (owner, key)
);
create index staff_idempotency_key_created_at_idx on staff_idempotency_key (created_at);

alter table operator_action
  drop constraint operator_action_role_check,
  add constraint operator_action_role_check check (role in (
    'cashier', 'support', 'technician', 'engineer', 'accountant', 'owner', 'admin', 'auditor', 'program', 'server')),
  add column person_id integer references staff_person,
  add column key_id integer references staff_key,
  add column session_id text,
  add column address text,
  add column request_id text;

create index operator_action_person_id_idx on operator_action (person_id) where person_id is not null;
create index operator_action_key_id_idx on operator_action (key_id) where key_id is not null;

create or replace function operator_action_keeps() returns trigger language plpgsql as $$
begin
  -- Only the result of a call that has begun is added.
  if tg_op = 'UPDATE' and old.outcome = 'begun' and
    to_jsonb(new) - array['outcome', 'problem', 'ended_at'] = to_jsonb(old) - array['outcome', 'problem', 'ended_at'] then
    return new;
  end if;
  raise exception 'the audit trail is never changed' using errcode = 'restrict_violation';
end $$;

alter table staff_read
  add column person_id integer references staff_person,
  add constraint staff_read_role_check check (role in (
    'cashier', 'support', 'technician', 'engineer', 'accountant', 'owner', 'admin', 'auditor', 'program', 'server'));
create index staff_read_person_id_idx on staff_read (person_id) where person_id is not null;
