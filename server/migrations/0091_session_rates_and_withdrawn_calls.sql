-- How fast a session goes now: what the two latest reports of the accounting differ by. Whoever writes the counters writes them as before.
-- `counted_at`: when the counters were written last. Rates in bits per second, to and from the subscriber.
alter table internet_session
  add column counted_at timestamptz,
  add column rate_in bigint,
  add column rate_out bigint;

create function count_session_rate() returns trigger language plpgsql as $$
declare
  seconds numeric;
begin
  if new.counted_at is not distinct from old.counted_at then
    new.counted_at := now();
  end if;
  seconds := extract(epoch from new.counted_at - coalesce(old.counted_at, old.started_at));
  -- Two reports at once tell no rate; counters that a device has begun anew tell none either.
  if seconds >= 1 and new.bytes_in >= old.bytes_in and new.bytes_out >= old.bytes_out then
    new.rate_in := (new.bytes_in - old.bytes_in) * 8 / seconds;
    new.rate_out := (new.bytes_out - old.bytes_out) * 8 / seconds;
  end if;
  return new;
end
$$;
create trigger internet_session_rate before update of bytes_in, bytes_out on internet_session
  for each row execute function count_session_rate();

-- Who asked for a call may withdraw it until it has been made: a client by his session, a guest by a key that his browser got, of which
-- only the hash is kept. A process of the version before shows a withdrawn call as ended.
alter table call_back
  add column key_hash bytea,
  add column withdrawn_at timestamptz,
  add constraint call_back_withdrawn_has_no_result check (withdrawn_at is null or (done_at is not null and result is null));
create unique index call_back_key_hash_idx on call_back (key_hash) where key_hash is not null;
-- The operator still sees for a while that there is nobody to call.
create index call_back_withdrawn_idx on call_back (withdrawn_at) where withdrawn_at is not null;
