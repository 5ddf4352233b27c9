-- The page of the network shows failures of the last week and works to come, of all towns.
create index incident_ended_idx on incident (ended_at) where ended_at is not null;
create index message_works_idx on message (created_at desc) where kind = 'work' and town_id is not null;
