-- Contacts that a client confirms by a code, and what he wants to hear by each channel.

-- A code that was sent to a phone or an e-mail for one purpose of one contract. Kept for two days, by which the limits are counted.
create table contact_code (
  contact_code_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  kind text not null check (kind in ('phone', 'email')),
  address text not null,
  -- What it opens: `phone`, `email`, `documents`, `schedule:17` …
  purpose text not null,
  code_hash text not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index on contact_code (contract_id, purpose, contact_code_id desc);
create index on contact_code (contract_id, sent_at desc);
create index on contact_code (address, sent_at desc);
create index on contact_code (sent_at);

alter table contact
  -- Null: confirmed before this was kept.
  add confirmed_at timestamptz,
  -- The name of a chat, as its messenger gives it.
  add label text,
  drop constraint contact_kind_check,
  add constraint contact_kind_check check (kind in ('phone', 'email', 'telegram', 'max'));

-- `access_schedule_code` has no new rows: codes for schedules are of `contact_code`, too. Processes of the version before still use it.
