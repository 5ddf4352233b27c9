-- Notices by the browser (web push).

-- A browser that has asked for notices. Who signs out in it gets none there any more.
create table push_subscription (
  push_subscription_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  session_id text not null references session on delete cascade,
  -- The address of the browser at its push service, and the keys by which only this browser reads what is sent there.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index on push_subscription (contract_id);
create index on push_subscription (session_id);

alter table muted_notice
  drop constraint muted_notice_channel_check,
  add constraint muted_notice_channel_check check (channel in ('sms', 'mail', 'telegram', 'max', 'push'));
