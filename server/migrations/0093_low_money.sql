-- How far the daily look at accounts whose money runs out soon has come; one row a day.
create table low_money_run (
  day date primary key,
  -- Accounts up to this one have been looked at.
  after_account bigint not null default 0,
  finished_at timestamptz
);
