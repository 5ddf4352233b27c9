-- Where events are sent (docs/decisions/0262).
create table webhook (
  webhook_id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) between 1 and 500),
  secret bytea not null,
  -- Signs beside the new one until then.
  former_secret bytea,
  former_until timestamptz,
  added_at timestamptz not null,
  paused_at timestamptz,
  removed_at timestamptz,
  -- Every event up to this one is delivered, or stands in webhook_letter.
  through_id bigint not null,
  -- Attempts in a row that nobody has answered, why, and when it is tried again.
  failures integer not null default 0,
  last_error text,
  next_at timestamptz,
  told_at timestamptz,
  constraint webhook_former_secret check ((former_secret is null) = (former_until is null))
);

-- What a receiver has refused, and what waits behind it: events of the same contract.
create table webhook_letter (
  webhook_id integer not null references webhook,
  event_id bigint not null,
  contract_id bigint not null,
  state text not null default 'due' check (state in ('due', 'dead')),
  attempts integer not null default 0,
  last_error text,
  next_at timestamptz not null,
  -- The event itself: months of events may be dropped before it is delivered.
  happened_at timestamptz not null,
  kind text not null,
  detail jsonb not null,
  put_at timestamptz not null,
  primary key (webhook_id, event_id)
);
create index webhook_letter_due on webhook_letter (webhook_id, contract_id, event_id) where state = 'due';
create index webhook_letter_dead on webhook_letter (put_at) where state = 'dead';
