-- What a message is about, where that can be solved: `debt:i`, `order:20481`, `login:17`. A newer message of the topic takes the
-- place of the older one, and the solution hides it.
alter table message add column topic text;
create index message_topic_idx on message (contract_id, topic) where topic is not null;
