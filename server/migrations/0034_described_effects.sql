-- An effect is described by the context that orders it; its row keeps what delivery needs to know.
alter table outbox_effect
  -- The default is for processes of the version before, which go on until they are replaced.
  add column version integer not null default 1 check (version > 0),
  -- Effects of one queue are delivered one after the other.
  add column queue text,
  -- An effect replaces undelivered ones of its kind about the same subject.
  add column subject text;

update outbox_effect set queue = 'network:' || (payload ->> 'userId')::bigint % 16
where state <> 'done' and kind like 'network.%' and payload ? 'userId';
update outbox_effect set subject = payload ->> 'userId' where state <> 'done' and kind = 'network.apply';

drop index outbox_effect_of_network;
create index on outbox_effect (kind, subject) where state <> 'done';
