-- What became of a message by each way out of the portal: the staff read it in the timeline.
create table message_delivery (
  -- The same for every attempt, and in the reports of a gateway.
  key text primary key,
  message_id bigint not null references message,
  channel text not null check (channel in ('sms', 'mail', 'telegram', 'max', 'push')),
  -- Masked; null: a chat or a browser.
  recipient text,
  state text not null check (state in ('sent', 'delivered', 'undelivered')),
  happened_at timestamptz not null
);
create index on message_delivery (message_id);
