-- The operator's own texts of notices, each change a new version; the built-in text is said where there is none.
create table notice_text (
  -- The name of the notice: `debt.services_off`.
  name text not null,
  version integer not null check (version > 0),
  -- Of `title`, `text`, `sms`, `subject` and `letter` those that differ from the built-in ones; null: all are built-in again.
  texts jsonb,
  set_by text not null,
  set_at timestamptz not null,
  primary key (name, version)
);
