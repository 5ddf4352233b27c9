-- A contract some of whose services went to a new contract of the same person, or all of them to another one of his.
create table contract_regrouping (
  contract_regrouping_id bigint primary key generated always as identity,
  kind text not null check (kind in ('split', 'join')),
  from_contract_id bigint not null references contract (contract_id),
  to_contract_id bigint not null references contract (contract_id),
  made_on date not null,
  made_at timestamptz not null,
  document text not null,
  -- Why contracts with different names are of one person.
  reason text,
  operator text not null,
  check (from_contract_id <> to_contract_id)
);
create index on contract_regrouping (from_contract_id);
create index on contract_regrouping (to_contract_id);
