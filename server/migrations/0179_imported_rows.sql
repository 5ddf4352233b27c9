-- Rows of another billing system as its tables said them last (docs/decisions/0257): by them a later import tells what has changed there
-- from what has changed here.
create table import_row (
  table_name text not null,
  -- The key of the row in its table, as the import writes it.
  key text not null,
  -- By column; passwords are left out.
  cells jsonb not null,
  said_at timestamptz not null,
  primary key (table_name, key)
);
