-- What a login costs in PostgreSQL: sessions that have settled are not looked at, whole rows are not copied, and a reply is one statement.
create or replace function radius.others_of(asked_user text, asked_mac text, asked_nas text) returns bigint
stable language plpgsql security definer set search_path = pg_catalog as $$
declare
  device macaddr := radius.mac_of(asked_mac);
  interim integer := coalesce((select interim_seconds from radius.nas where address = asked_nas::inet), 300);
begin
  return (
    select count(*) from public.internet_session s
    where s.user_id = nullif(asked_user, '')::bigint and s.settled = 'infinity' and s.stopped_at is null
      and (device is null or s.mac is distinct from device)
      and coalesce(s.seen_at, s.counted_at, s.started_at) > clock_timestamp() - interim * interval '2.5 seconds');
end $$;

create or replace function radius.check_of(asked_name text, asked_nas text, asked_circuit text, asked_mac text, is_ppp boolean, key text)
returns table (id bigint, username text, attribute text, value text, op text)
stable language plpgsql security definer set search_path = pg_catalog as $$
declare
  entry text := (select lines from radius.nas where address = asked_nas::inet);
  device macaddr := radius.mac_of(asked_mac);
  found_id bigint;
  s record;
  reason text;
begin
  if entry = 'login' then
    select x.user_id into found_id from radius.service x where x.login = asked_name and not x.is_ended;
  -- A name written by a client is no proof: on a device of lines nobody enters over PPP.
  elsif entry = 'line' and not is_ppp then
    select x.user_id into found_id from radius.service x where x.circuit = asked_circuit and not x.is_ended;
    if found_id is null then
      select x.user_id into found_id from radius.service x
      where x.mac = device and x.auto_auth and x.circuit is null and not x.is_ended;
    end if;
  end if;
  if found_id is null then return; end if;
  select x.access, x.why, x.open_until, x.password, x.mac, x.sessions into s from radius.service x where x.user_id = found_id;

  reason := case
    when s.access = 'closed' then s.why
    when s.open_until <= clock_timestamp() then 'schedule'
    when entry = 'login' and s.password is null then 'no_password'
    when s.mac <> device then 'mac' end;
  id := 1;
  username := asked_name;
  op := ':=';
  attribute := 'Tmp-String-2';
  value := found_id;
  return next;
  attribute := 'Simultaneous-Use';
  value := s.sessions;
  return next;
  if reason is not null then
    attribute := 'Tmp-String-3';
    value := reason;
    return next;
  end if;
  if reason in ('closed', 'schedule', 'no_password') or entry = 'line' then
    attribute := 'Auth-Type';
    value := case when reason in ('closed', 'schedule', 'no_password') then 'Reject' else 'Accept' end;
    return next;
  end if;
  if entry = 'login' and reason is distinct from 'no_password' and s.password is not null then
    attribute := 'Password-With-Header';
    -- The header keeps FreeRADIUS from reading quotes in a password as an expression of its own.
    value := '{clear}' || replace(radius.opened(s.password, key, 'service:' || found_id), '\', '\\');
    return next;
  end if;
end $$;

create or replace function radius.reply_to(asked_user text, asked_nas text)
returns table (id bigint, username text, attribute text, value text, op text)
stable language plpgsql security definer set search_path = pg_catalog as $$
declare
  told record;
  seconds integer;
begin
  select s.access, s.session_seconds, s.open_until, n.kind, n.interim_seconds, r.attributes into told
  from radius.service s
    left join radius.nas n on n.address = asked_nas::inet
    left join radius.reply r on r.user_id = s.user_id and r.kind = n.kind
  where s.user_id = nullif(asked_user, '')::bigint;
  if told.access is null or told.access = 'closed' then return; end if;
  if told.attributes is null then
    raise exception 'the reply of service % is not made for %', asked_user, told.kind;
  end if;
  -- Without an end there is nothing to count to: `greatest` would leave its other value, a minute.
  seconds := least(told.session_seconds, case when told.open_until is not null
    then greatest(60, round(extract(epoch from told.open_until - clock_timestamp()))::integer) end);
  id := 1;
  username := '';
  for i in 1 .. cardinality(told.attributes) by 3 loop
    attribute := told.attributes[i];
    op := told.attributes[i + 1];
    value := told.attributes[i + 2];
    return next;
  end loop;
  op := ':=';
  attribute := 'Acct-Interim-Interval';
  value := told.interim_seconds;
  return next;
  if seconds is not null then
    attribute := 'Session-Timeout';
    value := seconds;
    return next;
  end if;
end $$;
