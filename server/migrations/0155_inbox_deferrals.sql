-- A row of the inbox that somebody has put off to a day. Only what waited then is put off: what comes later waits at once.
create table inbox_deferral (
  kind text not null,
  cause text not null,
  until_day date not null,
  note text not null check (length(note) between 1 and 200),
  deferred_at timestamptz not null,
  operator text not null,
  primary key (kind, cause)
);
