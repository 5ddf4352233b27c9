-- Where a contract lived before: the history keeps the address that a move has left.
create table contract_move (
  contract_move_id bigint generated always as identity primary key,
  contract_id bigint not null references contract (contract_id),
  moved_on date not null,
  moved_at timestamptz not null,
  -- The address that it has left.
  town_id integer not null references town,
  street_id integer references street,
  house text not null,
  flat text,
  document text not null,
  operator text not null
);
create index contract_move_by_contract on contract_move (contract_id, contract_move_id desc);
create index on contract_move (town_id);
create index on contract_move (street_id) where street_id is not null;
