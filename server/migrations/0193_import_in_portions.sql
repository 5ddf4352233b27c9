-- What an import holds while it runs, so that its tables may have any length (docs/decisions/0270). It empties them before it commits, and
-- they are not logged: nothing of them outlives its transaction. Its role may make no temporary tables (0160).
create unlogged table import_said (
  table_name text not null,
  -- As in `import_row`.
  key text not null,
  line integer not null,
  primary key (table_name, key)
);
-- New accounts, whose money is entered when their past is known.
create unlogged table import_opening (
  account_id bigint primary key,
  opening_kopecks bigint not null,
  credit_limit_kopecks bigint not null
);
-- The past of new accounts.
create unlogged table import_former (
  account_id bigint not null,
  operation text not null,
  day date not null,
  kind text not null,
  amount_kopecks bigint not null,
  text text not null,
  method text
);
create index import_former_account_id_idx on import_former (account_id);
