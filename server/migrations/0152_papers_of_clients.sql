-- The document of a person or the requisites of a company that a contract is made with: sealed whole, so that no copy of the database tells
-- them. A new one ends the former one, which stays.
create table client_paper (
  client_paper_id bigint primary key generated always as identity,
  contract_id bigint not null references contract (contract_id),
  kind text not null check (kind in ('passport', 'other', 'company', 'trader')),
  sealed bytea not null,
  -- Keyed hashes of its numbers: one is found by its whole number only.
  marks bytea[] not null,
  since date not null,
  entered_at timestamptz not null,
  entered_by text not null,
  ended_on date,
  ended_by text,
  check ((ended_on is null) = (ended_by is null))
);
create unique index on client_paper (contract_id) where ended_on is null;
create index on client_paper (contract_id);
create index on client_paper using gin (marks);
