-- What a client hears by each channel, and when.

-- «Money» is three things that a client may want to hear apart.
alter table muted_notice drop constraint muted_notice_channel_check, drop constraint muted_notice_category_check;
insert into muted_notice (contract_id, channel, category)
select contract_id, channel, part from muted_notice, unnest(array['debt', 'payment', 'autopayment']) part
where category = 'money' on conflict do nothing;
delete from muted_notice where category = 'money';
alter table muted_notice
  add constraint muted_notice_channel_check check (channel in ('sms', 'mail', 'telegram', 'max')),
  add constraint muted_notice_category_check check (category in ('debt', 'payment', 'autopayment', 'service', 'support'));

-- A contract without a row has the hours of the provider: from 22 to 8.
create table notice_hours (
  contract_id bigint primary key references contract,
  is_quiet boolean not null,
  quiet_from integer not null check (quiet_from between 0 and 23),
  quiet_until integer not null check (quiet_until between 0 and 23),
  check (quiet_from <> quiet_until)
);

-- Who wants to hear the news of a product; nobody hears them unasked.
create table news_subscription (
  contract_id bigint not null references contract,
  product text not null,
  since timestamptz not null,
  primary key (contract_id, product)
);

-- A program that brings text messages about more than safety and failures.
alter table program add gives_sms boolean not null default false;

-- A chat that is being linked: the bot is started with the code, then the client says in the portal that the chat is his.
create table messenger_link (
  contract_id bigint not null references contract,
  messenger text not null check (messenger in ('telegram', 'max')),
  code text not null unique,
  expires_at timestamptz not null,
  chat_id text,
  chat_name text,
  primary key (contract_id, messenger),
  check ((chat_id is null) = (chat_name is null))
);

-- What the demo sends instead of a mail server, a gateway and bots.
create schema sandbox_inbox;
create table sandbox_inbox.message (
  message_id bigint generated always as identity primary key,
  -- The effect that it comes from is delivered at least once; here it is seen once.
  key text unique,
  channel text not null,
  recipient text not null,
  subject text,
  text text not null,
  link text,
  attachments jsonb not null default '[]',
  sent_at timestamptz not null default now()
);
