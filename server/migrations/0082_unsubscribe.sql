-- Signs the links in letters that switch such letters off (decision 116). It opens nothing else.
create table unsubscribe_key (
  is_only boolean primary key default true check (is_only),
  key text not null
);
insert into unsubscribe_key (key)
values (encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'));
