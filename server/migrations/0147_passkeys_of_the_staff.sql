-- Passkeys of the staff: a finger, a face or a PIN instead of login, password and code.

-- Who a person is to her passkeys: random, so that a device learns nothing from it.
alter table staff_person add column passkey_handle text not null unique default replace(gen_random_uuid()::text, '-', '');

create table staff_passkey (
  credential_id text primary key,
  person_id integer not null references staff_person,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- «Chrome на Windows»
  name text not null,
  -- Whether her other devices have it, too.
  is_synced boolean not null,
  added_at timestamptz not null,
  used_at timestamptz
);
create index staff_passkey_person_id_idx on staff_passkey (person_id);
