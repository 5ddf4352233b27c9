-- Towns, streets and houses are kept from the office (docs/decisions/0218): what is closed is offered to nobody, and whoever has a contract
-- there keeps it.
alter table town add column closed_at timestamptz;
alter table street add column closed_at timestamptz;
alter table coverage add column closed_at timestamptz;

-- What towns and streets were called before: clients and papers go on using these names.
create table former_place_name (
  former_place_name_id integer primary key generated always as identity,
  town_id integer not null references town,
  street_id integer references street,
  name text not null check (name <> ''),
  renamed_at timestamptz not null,
  unique nulls not distinct (town_id, street_id, name)
);
create index on former_place_name (street_id) where street_id is not null;

create or replace function keep_place_words() returns trigger language plpgsql as $$
declare
  street_of integer := case tg_table_name when 'street' then (to_jsonb(new) ->> 'street_id')::integer end;
begin
  delete from place_word where town_id = new.town_id and street_id is not distinct from street_of;
  insert into place_word (word, town_id, street_id)
  select word, new.town_id, street_of
  from (
    select new.name as name
    union all
    select f.name from former_place_name f where f.town_id = new.town_id and f.street_id is not distinct from street_of
  ) named cross join unnest(search_words(named.name)) word
  on conflict do nothing;
  return null;
end $$;
