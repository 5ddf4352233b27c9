-- A month of calls is rated from the earliest call that changed, not from its first: what the calls before it use of a package is known.
alter table call_record
  -- Whole units that the call counts for, in seconds; null until it is rated so. A server before this column leaves it null.
  add column rated_seconds integer check (rated_seconds >= 0),
  -- The package that the call takes them from.
  add column call_package_id integer;
create index call_record_not_rated on call_record (phone_number, period, started_at)
  where rated_seconds is null and direction = 'out';

-- What all calls of a month together take from a package, more than it has included, too.
create table call_package_use (
  phone_number text not null,
  period text not null,
  call_package_id integer not null,
  rated_seconds bigint not null,
  primary key (phone_number, period, call_package_id)
);

create function call_is_rated_anew() returns trigger language plpgsql as $$
begin
  new.rated_seconds := null;
  new.call_package_id := null;
  return new;
end $$;
create trigger call_record_is_rated_anew before update of seconds, started_at, period on call_record
  for each row when ((old.seconds, old.started_at, old.period) is distinct from (new.seconds, new.started_at, new.period))
  execute function call_is_rated_anew();

-- Calls are inserted unrated, so only an update moves it.
create function calls_move_package_use() returns trigger language plpgsql as $$
begin
  insert into call_package_use as u (phone_number, period, call_package_id, rated_seconds)
  select phone_number, period, call_package_id, sum(sign * rated_seconds)
  from (select *, 1 as sign from added union all select *, -1 from removed) moved
  where call_package_id is not null
  group by phone_number, period, call_package_id
  having sum(sign * rated_seconds) <> 0
  order by phone_number, period, call_package_id
  on conflict (phone_number, period, call_package_id) do update set rated_seconds = u.rated_seconds + excluded.rated_seconds;
  return null;
end $$;
create trigger call_records_move_package_use after update on call_record
  referencing new table as added old table as removed for each statement execute function calls_move_package_use();

-- A record that came again with other data. The first version stays in the books; this one waits for a person, who corrects the charge.
create table call_leg_difference (
  call_leg_difference_id bigint generated always as identity primary key,
  uniqueid text not null,
  sequence integer not null,
  payer text not null,
  src text not null,
  dst text not null,
  started_at timestamptz not null,
  billsec integer not null check (billsec >= 0),
  answered boolean not null,
  received_at timestamptz not null,
  -- The same difference is kept once, however often its file is imported.
  unique (uniqueid, sequence, payer, src, dst, started_at, billsec, answered),
  foreign key (uniqueid, sequence) references call_leg
);
