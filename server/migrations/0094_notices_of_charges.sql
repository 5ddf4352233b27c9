-- Notices that nobody hears unasked: those of usual charges. Processes of the version before know only what is muted, and send none.
create table wanted_notice (
  contract_id bigint not null references contract,
  channel text not null check (channel in ('sms', 'mail', 'telegram', 'max', 'push')),
  category text not null check (category in ('charge')),
  primary key (contract_id, channel, category)
);
-- The same for a further contact, beside `muted`.
alter table further_contact add column wanted text[] not null default '{}' check (wanted <@ array['charge']);
