-- A contract whose services went to a contract of somebody else; each is handed over once, and begins so once.
create table contract_handover (
  from_contract_id bigint primary key references contract (contract_id),
  to_contract_id bigint not null unique references contract (contract_id),
  handed_on date not null,
  handed_at timestamptz not null,
  document text not null,
  operator text not null,
  check (from_contract_id <> to_contract_id)
);
