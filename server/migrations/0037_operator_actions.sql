-- Each call of an operator that may change something leaves a row. Once its outcome is known, nothing changes it.
create table operator_action (
  action_id bigint generated always as identity primary key,
  begun_at timestamptz not null,
  operator text not null,
  role text not null check (role in ('cashier', 'accountant', 'engineer', 'admin')),
  -- The words of the command.
  call text not null,
  -- What was asked: long texts and tables by their size and hash, secrets not at all.
  input jsonb not null,
  outcome text not null check (outcome in ('begun', 'done', 'refused', 'failed')),
  -- The code of the refusal.
  problem text,
  ended_at timestamptz,
  check ((outcome = 'begun') = (ended_at is null)),
  check ((outcome = 'refused') = (problem is not null))
);

create function operator_action_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.outcome = 'begun' and
    (new.action_id, new.begun_at, new.operator, new.role, new.call, new.input)
      is not distinct from (old.action_id, old.begun_at, old.operator, old.role, old.call, old.input) then
    return new;
  end if;
  raise exception 'the audit trail is never changed' using errcode = 'restrict_violation';
end $$;
create trigger operator_action_keeps before update or delete on operator_action
  for each row execute function operator_action_keeps();
create trigger operator_action_is_not_truncated before truncate on operator_action
  for each statement execute function refuse_change();
