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
