-- Whoever has the queue of orders open is told that an order was taken, or let go; a lease that is prolonged is no news.
create function tell_lease() returns trigger language plpgsql as $$
begin
  perform pg_notify('kabinet_event', jsonb_build_object('tx', pg_current_xact_id()::text, 'what', 'lease')::text);
  return null;
end
$$;
create trigger leases_tell after insert or delete on order_lease
  for each row execute function tell_lease();
create trigger leases_taken_tell after update of taken_at on order_lease
  for each row when (old.taken_at is distinct from new.taken_at) execute function tell_lease();
