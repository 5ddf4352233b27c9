-- Who is signed in. Secrets are kept as SHA-256 only (R-01); a guest session has no contract.

create table session (
  session_id text primary key,
  kind text not null check (kind in ('subscriber', 'guest')),
  contract_id bigint references contract,
  refresh_hash bytea,
  -- The secret before this one: within the grace time it answers the same successor (R-07).
  previous_hash bytea,
  rotated_at timestamptz not null,
  -- Mixed into the successors, which are derived and therefore repeatable, never stored.
  derivation_key bytea not null,
  started_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'ended_by_client', 'reused_secret', 'password_changed')),
  browser text not null,
  network text not null,
  check ((kind = 'subscriber') = (contract_id is not null)),
  check ((ended_at is null) = (end_reason is null))
);
create index on session (contract_id, last_used_at desc);
create index on session (expires_at);

create table access_token (
  token_hash bytea primary key,
  session_id text not null references session on delete cascade,
  expires_at timestamptz not null
);
create index on access_token (session_id);
create index on access_token (expires_at);

-- Failed sign-ins by login, and hits by address: shared by all processes (R-17).
create table login_guard (
  subject text primary key,
  failures integer not null,
  locked_until timestamptz,
  last_failure_at timestamptz not null
);

create table rate_limit (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);
create index on rate_limit (window_start);

-- What happened that somebody may ask about later: written once, never changed.
create table audit_event (
  event_id bigint generated always as identity primary key,
  happened_at timestamptz not null,
  contract_id bigint references contract,
  kind text not null,
  detail jsonb not null
);
create index on audit_event (contract_id, happened_at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once: correct it by a new row', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_event_is_immutable before update or delete or truncate on audit_event
  for each statement execute function refuse_change();
