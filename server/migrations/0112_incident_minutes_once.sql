-- The time of a service whose fee an incident has given back, perhaps none. Two incidents of one failure give no minute back twice
-- (docs/decisions/0179).
create table incident_compensation (
  incident_id bigint not null references incident,
  user_id bigint not null references service_user,
  given tstzmultirange not null,
  primary key (user_id, incident_id),
  constraint incident_minutes_once exclude using gist (int8range(user_id, user_id, '[]') with &&, given with &&)
);
create index incident_compensation_incident_id_idx on incident_compensation (incident_id);

-- What was given back before, as far as the books name it; a minute that was given twice is of the first incident.
insert into incident_compensation (incident_id, user_id, given)
select incident_id, user_id,
  tstzmultirange(time) - coalesce(range_agg(time) over (
    partition by user_id order by incident_id rows between unbounded preceding and 1 preceding), '{}')
from (
  select i.incident_id, u.user_id, tstzrange(i.began_at + make_interval(mins => i.free_minutes), i.ended_at) as time
  from ledger_transaction t
  join incident i on i.incident_id = split_part(t.reference, ':', 2)::bigint
  join service_user u on u.user_id = split_part(t.reference, ':', 3)::bigint
  where t.reference ~ '^incident:\d+:\d+$' and i.free_minutes is not null and i.began_at + make_interval(mins => i.free_minutes) < i.ended_at
) given;
