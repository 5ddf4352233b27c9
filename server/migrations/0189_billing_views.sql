-- Views of another billing's database are read by the cabinet itself (docs/decisions/0279).

-- The reading, one at a time: whoever begins a later one ends the right of an earlier one to tell anything.
create table billing_reading (
  only_one boolean primary key default true check (only_one),
  reading_no bigint not null default 0,
  read_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0,
  next_at timestamptz,
  error text,
  constraint billing_reading_fails check ((failures > 0) = (failing_since is not null))
);
insert into billing_reading default values;

-- What a row of a view said when it was told last: a row that says the same is not told again.
create table billing_view_row (
  told text not null check (told in ('balance', 'service')),
  key text not null,
  row_id bigint not null,
  digest text not null,
  is_taken boolean not null,
  told_at timestamptz not null,
  primary key (told, key)
);
create index billing_view_row_of_id on billing_view_row (told, row_id);

-- Up to which id lines are read for good, and the last id that was seen, so that a line which is committed late is not missed.
create table billing_view_line (
  view text primary key,
  settled_id bigint not null,
  seen_id bigint not null,
  seen_at timestamptz not null
);
