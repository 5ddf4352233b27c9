-- A connection of FreeRADIUS keeps the plan that it made when nobody was online: then any way through an empty table is as good as another,
-- and each login reads all sessions until the next ANALYZE. So only one way is left, by the service: the partition is named, and
-- whether a session is over is asked in words that no partial index knows.
create or replace function radius.others_of(asked_user text, asked_mac text, asked_nas text) returns bigint
stable language plpgsql security definer set search_path = pg_catalog set enable_seqscan = off as $$
declare
  device macaddr := radius.mac_of(asked_mac);
  interim integer := coalesce((select interim_seconds from radius.nas where address = asked_nas::inet), 300);
begin
  return (
    select count(*) from public.internet_session_live s
    where s.user_id = nullif(asked_user, '')::bigint and coalesce(s.stopped_at, 'infinity') = 'infinity'
      and (device is null or s.mac is distinct from device)
      and coalesce(s.seen_at, s.counted_at, s.started_at) > clock_timestamp() - interim * interval '2.5 seconds');
end $$;

-- The same of the tables of services, which are filled on the first day.
alter function radius.check_of(text, text, text, text, boolean, text) set enable_seqscan = off;
alter function radius.reply_to(text, text) set enable_seqscan = off;
