-- Gateways of messages that have failed lately, by the name in their queues (`sms`, `mail` …); one that works has no row. While
-- `probe_at` is set, messages wait together and one at a time tries the gateway (decision 115).
create table gateway_trouble (
  gateway text primary key,
  -- In a row.
  failures integer not null,
  probe_at timestamptz
);
