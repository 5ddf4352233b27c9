-- How services were before: the card of a day reads it. A row is a time that has ended: `state_since` tells when it began, and that of the
-- row itself when the next one did, so every statement that changes a state is seen, by whatever process.
create table service_past (
  service_past_id bigint primary key generated always as identity,
  user_id bigint references service_user,
  phone_number text references phone_number,
  contract_id bigint not null references contract,
  state text not null,
  reason text,
  since_at timestamptz,
  until_at timestamptz not null,
  check (num_nonnulls(user_id, phone_number) = 1)
);
create index on service_past (user_id, until_at) where user_id is not null;
create index on service_past (phone_number, until_at) where phone_number is not null;
create index on service_past (contract_id);

create function keep_service_past() returns trigger language plpgsql as $$
begin
  insert into service_past (user_id, phone_number, contract_id, state, reason, since_at, until_at)
  values (
    case tg_table_name when 'service_user' then (to_jsonb(old) ->> 'user_id')::bigint end,
    case tg_table_name when 'phone_number' then to_jsonb(old) ->> 'phone_number' end,
    old.contract_id, old.state, old.reason, old.state_since,
    -- A service that returns to its debt has `state_since` of the debt: the block between is told by `service_block`.
    greatest(new.state_since, old.state_since)
  );
  return null;
end
$$;
create trigger service_user_past after update of state, reason on service_user for each row
  when ((old.state, old.reason) is distinct from (new.state, new.reason) and new.state_since is not null)
  execute function keep_service_past();
create trigger phone_number_past after update of state, reason on phone_number for each row
  when ((old.state, old.reason) is distinct from (new.state, new.reason) and new.state_since is not null)
  execute function keep_service_past();

-- Whose a contract was and where, before the staff corrected it; a move has `contract_move`.
create table contract_past (
  contract_past_id bigint primary key generated always as identity,
  contract_id bigint not null references contract,
  client_name text not null,
  town_id integer not null references town,
  street_id integer references street,
  house text not null,
  flat text,
  until_at timestamptz not null
);
create index on contract_past (contract_id, until_at);

-- Options and programs that were on and are no longer: of a service, or of the contract itself.
create table extra_past (
  extra_past_id bigint primary key generated always as identity,
  user_id bigint references service_user,
  contract_id bigint references contract,
  sold_kind text not null check (sold_kind in ('option', 'program')),
  sold_id integer not null,
  since date,
  -- The first day without it.
  until_day date not null,
  check (num_nonnulls(user_id, contract_id) = 1)
);
create index on extra_past (user_id) where user_id is not null;
create index on extra_past (contract_id) where contract_id is not null;
create index on contract_past (town_id);
create index on contract_past (street_id);
