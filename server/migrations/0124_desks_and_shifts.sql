-- Cash desks of the office, and shifts of their people. A desk is an account of the ledger: what must lie in its drawer is
-- what the books say (docs/decisions/0203).
alter table account
  drop constraint account_kind_check,
  add constraint account_kind_check check (kind in ('i', 't', 'acquirer', 'cash', 'revenue', 'correction', 'desk'));

create table cash_desk (
  desk_id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 60),
  -- The address of the office where it stands.
  place text not null check (length(place) between 1 and 200),
  -- How its cash register is called; null: it has none of its own.
  register text check (length(register) between 1 and 100),
  account_id bigint not null unique references account,
  added_at timestamptz not null
);

create table cash_shift (
  shift_id bigint generated always as identity primary key,
  desk_id integer not null references cash_desk,
  -- Of the desk, from 1: the number of its report at closing.
  number integer not null check (number > 0),
  person_id integer not null references staff_person,
  opened_at timestamptz not null,
  -- What the shift before has left by the books; none before the first.
  carried_kopecks bigint not null check (carried_kopecks >= 0),
  -- Counted at opening.
  opening_kopecks bigint not null check (opening_kopecks >= 0),
  closed_at timestamptz,
  -- Counted at closing, before the safe got its part.
  counted_kopecks bigint check (counted_kopecks >= 0),
  expected_kopecks bigint,
  difference_kopecks bigint generated always as (counted_kopecks - expected_kopecks) stored,
  -- Left in the drawer for the next shift.
  left_kopecks bigint check (left_kopecks between 0 and counted_kopecks),
  unique (desk_id, number),
  constraint cash_shift_is_closed_whole check (
    (closed_at is null) = (counted_kopecks is null) and (closed_at is null) = (expected_kopecks is null)
    and (closed_at is null) = (left_kopecks is null))
);
create unique index cash_shift_one_of_desk on cash_shift (desk_id) where closed_at is null;
create unique index cash_shift_one_of_person on cash_shift (person_id) where closed_at is null;
create index cash_shift_of_person on cash_shift (person_id, shift_id desc);

-- Each movement of a desk's cash belongs to a shift and has a number in it.
create table cash_operation (
  shift_id bigint not null references cash_shift,
  number integer not null check (number > 0),
  kind text not null check (kind in ('take', 'undo', 'float', 'safe', 'difference')),
  transaction_id bigint not null unique references ledger_transaction,
  -- What the payer has put on the desk.
  given_kopecks bigint check (given_kopecks > 0),
  primary key (shift_id, number),
  check (given_kopecks is null or kind = 'take')
);

create function shift_is_open() returns trigger language plpgsql as $$
begin
  perform from cash_shift where shift_id = new.shift_id and closed_at is null for no key update;
  if not found then
    raise exception 'shift % is closed', new.shift_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger cash_operation_of_open_shift before insert on cash_operation
  for each row execute function shift_is_open();
create trigger cash_operation_is_kept before update or delete or truncate on cash_operation
  for each statement execute function refuse_change();

create function closed_shift_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.closed_at is null then
    return new;
  end if;
  raise exception 'a closed shift is never changed' using errcode = 'restrict_violation';
end $$;
create trigger cash_shift_is_kept before update or delete on cash_shift
  for each row execute function closed_shift_keeps();
