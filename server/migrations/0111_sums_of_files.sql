-- What a store outside the database was given for each file, so that other bytes are not served for it (docs/decisions/0178). Files
-- of before have no row, nor have those in `stored_file`, which cannot be changed from outside.
create table file_sum (
  file_id uuid primary key,
  bytes integer not null check (bytes >= 0),
  sha256 bytea not null check (length(sha256) = 32)
);
