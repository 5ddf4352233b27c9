-- Who carries out jobs tells every few seconds that it lives; the jobs of one that has not for the length of a lease are given to others.
create table worker_lease (
  -- As graphile-worker writes it beside the jobs that it has begun.
  worker_id text primary key,
  -- The lease has not lapsed from here on.
  since timestamptz not null,
  seen_at timestamptz not null
);

-- While somebody asks the bank about a refund, nobody else does: two orders might send the money twice. Whoever dies over it is waited for
-- until then.
alter table refund add column asked_until timestamptz;
