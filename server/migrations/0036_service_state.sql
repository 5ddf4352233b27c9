-- Whether the network does what it should for each service and phone number. What it should do is derived from the other tables.
create table service_state (
  user_id bigint unique references service_user,
  phone_number text unique references phone_number,
  -- Grows with each change of what the network should do; what it has carried out follows.
  version integer not null default 0,
  applied_version integer not null default 0,
  applied_at timestamptz,
  check ((user_id is null) <> (phone_number is null)),
  check (applied_version between 0 and version)
);

-- Until now access, entry and programs each had a version, or only an undelivered order. All of them are carried out, or none is.
insert into service_state (user_id, version, applied_version, applied_at)
select u.user_id, coalesce(a.version, 0) + coalesce(p.version, 0) + 1,
  coalesce(a.applied_version, 0) + coalesce(p.applied_version, 0) + case when owed.subject is null then 1 else 0 end,
  greatest(a.applied_at, p.applied_at)
from service_user u
left join service_access a using (user_id)
left join service_provision p using (user_id)
left join (
  select distinct payload ->> 'userId' as subject from outbox_effect
  where state <> 'done' and kind in ('network.apply', 'network.configure', 'network.provide')
) owed on owed.subject = u.user_id::text
where u.state <> 'closed' or owed.subject is not null;

-- Undelivered orders of before stay: whoever delivers one orders the newest state. Processes of the version before go on with
-- service_provision, the versions of service_access, and recorded_network.state, settings and provision until they are replaced.

-- The network of the demo and the tests: the state that each service was brought to last.
create table recorded_network.service (
  -- `user:17`, `number:78482003107`
  service text primary key,
  version integer not null,
  state jsonb not null,
  applied_at timestamptz not null default now()
);
