-- Measurements of speed that clients keep: evidence for the client and for support. Nothing changes one.
create table speed_test (
  speed_test_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  -- Made by the device: the same measurement sent twice is kept once.
  key uuid not null,
  measured_at timestamptz not null,
  server text not null check (server <> ''),
  address inet not null,
  -- Whether the address was inside the provider's network at that time.
  is_local boolean not null,
  -- The service that the result is compared with, and its plan at that time.
  user_id bigint references service_user,
  plan text,
  plan_mbit integer check (plan_mbit > 0),
  link text not null check (link in ('cable', 'wifi', 'unknown')),
  down_kbit integer not null check (down_kbit >= 0),
  up_kbit integer not null check (up_kbit >= 0),
  latency_us integer not null check (latency_us >= 0),
  jitter_us integer not null check (jitter_us >= 0),
  down_latency_us integer check (down_latency_us >= 0),
  up_latency_us integer check (up_latency_us >= 0),
  unique (contract_id, key)
);
create index on speed_test (contract_id, measured_at desc, speed_test_id desc);
create index on speed_test (user_id);
