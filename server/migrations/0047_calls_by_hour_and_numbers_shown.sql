-- The numbers of others are secrecy of communication: the portal masks them, and each sight of them is written down for ever.
create table number_access (
  number_access_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  -- Sessions are deleted one day; this line is not.
  session_id text not null,
  -- The phone number or SIP line whose calls were seen.
  phone_number text not null,
  at timestamptz not null,
  -- Shown on the screen until a moment, hidden again, or downloaded in a table.
  what text not null check (what in ('shown', 'hidden', 'csv', 'pdf')),
  shown_until timestamptz,
  period text check (period ~ '^\d{4}-\d{2}$'),
  browser text not null,
  network text not null,
  check ((what = 'shown') = (shown_until is not null)),
  check ((what in ('csv', 'pdf')) = (period is not null))
);
create index number_access_of_session on number_access (session_id, phone_number, number_access_id desc);
create index number_access_of_contract on number_access (contract_id, phone_number, number_access_id desc);
create trigger number_access_is_immutable before update or delete or truncate on number_access
  for each statement execute function refuse_change();

-- Calls by the hour in which they began, for the chart of a month: no list of calls is read for it, however long it is. Hours are
-- those of UTC, so the row does not depend on the zone; every zone of Russia is whole hours from it.
create table call_hour (
  phone_number text not null,
  period text not null,
  hour_began timestamptz not null,
  direction text not null,
  calls integer not null,
  -- Nobody answered.
  missed integer not null,
  seconds bigint not null,
  primary key (phone_number, period, hour_began, direction)
);

create function calls_move_hours() returns trigger language plpgsql as $$
declare
  moved text := 'select *, 1 as sign from added';
begin
  if tg_op = 'UPDATE' then
    moved := moved || ' union all select *, -1 from removed';
  end if;
  -- A call that is only rated anew moves nothing.
  execute 'insert into call_hour as h (phone_number, period, hour_began, direction, calls, missed, seconds)
    select phone_number, period, date_trunc(''hour'', started_at, ''UTC''), direction, sum(sign),
      coalesce(sum(sign) filter (where seconds = 0), 0), sum(sign * seconds)
    from (' || moved || ') moved
    group by 1, 2, 3, 4
    having sum(sign) <> 0 or sum(sign * seconds) <> 0
    order by 1, 2, 3, 4
    on conflict (phone_number, period, hour_began, direction) do update
      set calls = h.calls + excluded.calls, missed = h.missed + excluded.missed, seconds = h.seconds + excluded.seconds';
  return null;
end $$;
create trigger call_records_make_hours after insert on call_record
  referencing new table as added for each statement execute function calls_move_hours();
create trigger call_records_move_hours after update on call_record
  referencing new table as added old table as removed for each statement execute function calls_move_hours();

insert into call_hour
select phone_number, period, date_trunc('hour', started_at, 'UTC'), direction, count(*), count(*) filter (where seconds = 0), sum(seconds)
from call_record
group by 1, 2, 3, 4;
