-- Keys for the subscriber's own programs: they read, and change nothing.

create table personal_key (
  personal_key_id uuid primary key,
  contract_id bigint not null references contract,
  key_hash bytea not null unique,
  name text not null,
  scopes text[] not null check (scopes <@ array['balance', 'services', 'calendar'] and cardinality(scopes) > 0),
  created_at timestamptz not null,
  used_at timestamptz
);
create index on personal_key (contract_id, created_at desc);
