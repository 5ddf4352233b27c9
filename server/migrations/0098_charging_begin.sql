-- The first day of charging, as the operator has named it (docs/decisions/0156). A database that has never charged is on hold until
-- that day. One that has days in `charge_run` needs no row here: it charges already. So a process of the version before, which knows
-- no hold, ends it for this version too when it charges the first day.
create table charging_begin (
  is_only boolean primary key default true check (is_only),
  first_day date not null,
  -- The operator may name another day until this one has come.
  named_at timestamptz not null
);
