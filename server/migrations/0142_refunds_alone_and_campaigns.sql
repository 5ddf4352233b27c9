-- Who has refunded without a second person, so that a sum in parts is one sum; and messages to many clients.

-- The one who ordered it alone (`person 5`, `key 3`); null: a second person has agreed, or the server's own command line did it.
alter table refund add column alone_by text;
create index refund_alone on refund (alone_by, created_at) where alone_by is not null;

-- A message to many clients, sent by a job in parts.
create table campaign (
  campaign_id integer generated always as identity primary key,
  -- news: to whoever has not withdrawn his consent to news; service: what concerns the service itself.
  kind text not null check (kind in ('news', 'service')),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 2000),
  -- portal: the cabinet alone; all: also every channel that the client has chosen.
  channel text not null check (channel in ('portal', 'all')),
  -- Whom, as it was asked for.
  filter jsonb not null,
  made_by text not null,
  made_at timestamptz not null,
  recipients integer not null check (recipients > 0),
  -- Messages by channel so far.
  ways jsonb not null default '{}',
  state text not null default 'sending' check (state in ('sending', 'done', 'stopped')),
  ended_at timestamptz,
  check ((state = 'sending') = (ended_at is null))
);

-- Fixed when the campaign begins; a part is sent and noted in one transaction, so a crash sends nothing twice and forgets nobody.
create table campaign_recipient (
  campaign_id integer not null references campaign,
  contract_id bigint not null references contract,
  sent_at timestamptz,
  primary key (campaign_id, contract_id)
);
create index campaign_recipient_contract on campaign_recipient (contract_id);
create index campaign_recipient_due on campaign_recipient (campaign_id, contract_id) where sent_at is null;

-- A program that reads everything names more than sixty calls by now.
alter table staff_key
  drop constraint staff_key_calls_check,
  add constraint staff_key_calls_check check (cardinality(calls) between 1 and 200);
