-- What a database says about itself: whether loading the demo has filled it, and which key seals the passwords of services.

-- The row is written in the transaction that loads the demo. Nothing else makes a database a demo (decision 0050).
create table demo_mark (
  is_only boolean primary key default true check (is_only),
  loaded_at timestamptz not null,
  -- The month of loading, and how many months before it the company's history reaches back.
  month date not null check (extract(day from month) = 1),
  months_back integer not null check (months_back >= 0)
);

-- A keyed hash of SERVICE_SECRET_KEY, never the key: a process that has another key does not start (decision 0051).
create table service_key (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (length(fingerprint) = 32),
  noted_at timestamptz not null
);
