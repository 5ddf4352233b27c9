-- What became of text messages, as their gateways report it.

-- One part of a message, by the gateway's own number. A report may come before the answer that tells us the number.
create table text_message (
  gateway text not null,
  gateway_id text not null,
  -- The message that it is a part of; null until we know.
  key text,
  -- What another gateway would need to send it; null when that is not to happen any more. It may hold a code.
  payload jsonb,
  sent_at timestamptz,
  state text check (state in ('delivered', 'undelivered')),
  reason text,
  reported_at timestamptz,
  primary key (gateway, gateway_id),
  check ((state is null) = (reported_at is null)),
  check (sent_at is not null or reported_at is not null)
);
create index on text_message (coalesce(sent_at, reported_at));
create index on text_message (sent_at) where payload is not null;
