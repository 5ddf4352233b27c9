-- Archives with all that the portal knows of a contract, which its subscriber orders. The row stays when the archive is erased.
create table data_archive (
  archive_id uuid primary key,
  contract_id bigint not null references contract,
  -- Who ordered it. Sessions are deleted one day; this line is not.
  session_id text not null,
  -- The provider's day: one archive a day.
  ordered_on date not null,
  ordered_at timestamptz not null,
  ready_at timestamptz,
  -- When it is erased.
  kept_until timestamptz,
  bytes bigint check (bytes > 0),
  -- Of several attempts, as after a crash, the one whose parts are the archive.
  attempt uuid,
  unique (contract_id, ordered_on),
  check ((ready_at is null) = (kept_until is null)),
  check ((ready_at is null) = (bytes is null)),
  check ((ready_at is null) = (attempt is null))
);

-- The bytes of an archive, in pieces: each is a file of the store of clients' files. Noted before it is stored, so none is forgotten.
create table data_archive_part (
  file_id uuid primary key,
  archive_id uuid not null references data_archive,
  attempt uuid not null,
  position integer not null,
  noted_at timestamptz not null,
  unique (attempt, position)
);
create index on data_archive_part (archive_id);
create index on data_archive_part (noted_at);
