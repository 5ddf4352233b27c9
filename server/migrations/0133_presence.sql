-- Who of the staff has a card open now. A courtesy: it locks nothing, and a crash may lose it.
create unlogged table staff_presence (
  stream_id uuid primary key,
  contract_id bigint not null references contract on delete cascade,
  person_id integer not null references staff_person,
  since timestamptz not null,
  -- A page that is no longer heard of has gone.
  seen_at timestamptz not null
);
create index on staff_presence (contract_id);
create index on staff_presence (person_id);

create function tell_presence() returns trigger language plpgsql as $$
begin
  perform tell_event('presence', array[coalesce(new.contract_id, old.contract_id)]);
  return null;
end
$$;
create trigger staff_presence_tells after insert or delete on staff_presence
  for each row execute function tell_presence();
