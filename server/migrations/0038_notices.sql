-- A notice with a key is told to a contract once. Messages of the version before, and notices that may be told again, have none.
alter table message add column notice_key text;
create unique index message_told_once on message (contract_id, notice_key) where notice_key is not null;

-- What a client does not want to hear by a channel; the portal always tells it. A warning of security cannot be refused.
create table muted_notice (
  contract_id bigint not null references contract,
  channel text not null check (channel in ('sms', 'mail')),
  category text not null check (category in ('money', 'service', 'support')),
  primary key (contract_id, channel, category)
);
