-- Which member of staff has looked at a contract: the subscriber sees it.

create table staff_read (
  staff_read_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  read_at timestamptz not null,
  operator text not null,
  role text not null,
  -- The call, as in `operator_action`.
  call text not null
);
create index on staff_read (contract_id, read_at desc);

create trigger staff_read_is_immutable before update or truncate on staff_read
  for each statement execute function refuse_change();
