-- The way of a debtor from a blocked line to its payment (docs/decisions/0248).

-- Links that his line has got, for minutes: whoever holds one sees the sum, and no more.
create table radius.line_link (
  -- A keyed hash of the link.
  mark bytea primary key check (octet_length(mark) = 32),
  user_id bigint not null,
  -- It is valid while this session has this address.
  internet_session_id bigint not null,
  address inet not null,
  made_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  -- A payment was begun by it: it outlives the session, which a payment window replaces.
  is_paying boolean not null default false
);
create index line_link_of_line on radius.line_link (user_id, made_at);
create index line_link_ended on radius.line_link (expires_at);

-- Slow access for the minutes of a payment, so that an application of a bank reaches its bank.
create table radius.payment_window (
  user_id bigint primary key,
  day date not null,
  -- How often on this day.
  opened integer not null check (opened > 0),
  -- Null: it is over.
  until timestamptz
);
