-- Another speed at night (docs/decisions/0250). Hours of the provider's own clock; they may go over midnight.
alter table plan_profile
  add column night_from time,
  add column night_until time,
  add column night_down_kbit integer check (night_down_kbit between 1 and 100000000),
  add column night_up_kbit integer check (night_up_kbit between 1 and 100000000),
  add constraint plan_profile_night_check check (
    num_nulls(night_from, night_until, night_down_kbit, night_up_kbit) in (0, 4) and night_from <> night_until);

-- The same of what RADIUS knows, in minutes since midnight; and whether its replies are those of the night.
alter table radius.service
  add column night_from smallint,
  add column night_until smallint,
  add column is_night boolean not null default false;
create index service_night on radius.service (user_id) where night_from is not null;
