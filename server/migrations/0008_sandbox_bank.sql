-- The bank of the demo and the tests. It shares the database, not the tables: the portal never looks in here.

create schema sandbox_bank;

create table sandbox_bank.qr (
  qr_id text primary key,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  purpose text not null,
  state text not null default 'new' check (state in ('new', 'paid', 'rejected', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table sandbox_bank.operation (
  operation_id uuid primary key,
  qr_id text not null references sandbox_bank.qr,
  status text not null check (status in ('success', 'declined', 'expired')),
  happened_at timestamptz not null
);
create index on sandbox_bank.operation (qr_id);
