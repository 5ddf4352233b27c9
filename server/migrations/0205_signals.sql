-- What browsers are told (0061) waits in a table that each process reads every tenth of a second (docs/decisions/0290). NOTIFY locked the whole
-- database at each commit that used it, so commits could not share a flush, and it needed a session that a pooler by transactions does not keep.
-- Unlogged: a crash or a failover empties these tables, and whoever follows knows it by the new `life`.
create unlogged table signal (
  tx xid8 not null default pg_current_xact_id(),
  signal_id bigint generated always as identity,
  payload text not null,
  primary key (tx, signal_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create unlogged table signal_life (
  is_only boolean primary key default true check (is_only),
  life uuid not null default gen_random_uuid(),
  -- What was visible to everybody at `marked_at`, for `forget_signals`.
  marked pg_snapshot not null default pg_current_snapshot(),
  marked_at timestamptz not null default now()
);

-- In the rights of the owner: what fires a trigger need not be a role of the portal.
create function send_signal(what jsonb) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.signal (payload) values ((jsonb_build_object('tx', pg_current_xact_id()::text) || what)::text)
$$;

-- What has committed since a snapshot, however long its transaction took, with the snapshot to ask with next. `life` is null after a crash.
-- Without statistics of a table that empties all the time PostgreSQL might read all of it.
create function signals_since(known pg_snapshot, out life uuid, out known_now text, out payloads text[]) language sql stable
  set enable_seqscan = off set enable_bitmapscan = off as $$
  select (select l.life from signal_life l), pg_current_snapshot()::text,
    array(select s.payload from signal s where s.tx >= pg_snapshot_xmin(known) and not pg_visible_in_snapshot(s.tx, known)
      group by s.payload order by min(s.signal_id))
$$;

-- Forgets what everybody could have read a minute ago. One process at a time does it; the others pass by.
create function forget_signals() returns void language plpgsql set enable_seqscan = off as $$
declare
  before pg_snapshot;
begin
  select marked into before from signal_life where marked_at <= now() - interval '1 minute' for update skip locked;
  if found then
    delete from signal where tx < pg_snapshot_xmin(before);
    update signal_life set marked = pg_current_snapshot(), marked_at = now();
  end if;
  insert into signal_life default values on conflict do nothing;
end
$$;

create or replace function tell_event(what text, contracts bigint[], more jsonb default '{}') returns void language plpgsql as $$
begin
  if cardinality(contracts) > 0 then
    perform send_signal(jsonb_build_object('what', what, 'contracts', contracts) || more);
  end if;
end
$$;

create or replace function tell_message() returns trigger language plpgsql as $$
declare
  told record;
begin
  for told in
    select contract_id, array_agg(message_id order by message_id) as messages from added
    where contract_id is not null group by contract_id
  loop
    perform tell_event('message', array[told.contract_id], jsonb_build_object('messages', told.messages));
  end loop;
  for told in select message_id, town_id, incident_id from added where town_id is not null loop
    perform send_signal(jsonb_strip_nulls(jsonb_build_object('what', 'incident', 'town', told.town_id, 'incident', told.incident_id,
      'messages', jsonb_build_array(told.message_id))));
  end loop;
  return null;
end
$$;

create or replace function tell_message_over() returns trigger language plpgsql as $$
begin
  perform send_signal(jsonb_strip_nulls(jsonb_build_object('what', 'incident', 'town', new.town_id, 'incident', new.incident_id)));
  return null;
end
$$;

create or replace function tell_session_over() returns trigger language plpgsql as $$
begin
  perform send_signal(jsonb_build_object('what', 'session', 'session', new.session_id));
  return null;
end
$$;

create or replace function tell_share_term() returns trigger language plpgsql as $$
begin
  perform send_signal(jsonb_build_object('what', 'session', 'session', session_id))
  from session where share_id = new.share_id and ended_at is null;
  return null;
end
$$;

create or replace function tell_lease() returns trigger language plpgsql as $$
begin
  perform send_signal('{"what": "lease"}');
  return null;
end
$$;
