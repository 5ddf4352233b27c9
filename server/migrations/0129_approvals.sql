-- What somebody of the staff may not do alone, and asks a second person for; proofs of who sits there (docs/decisions/0206).

create table staff_approval (
  approval_id bigint generated always as identity primary key,
  -- The words of the command.
  call text not null,
  -- The body of the request, sealed: it may name people.
  input bytea not null,
  reason text not null check (length(reason) between 1 and 500),
  asked_by integer not null references staff_person,
  asked_role text not null,
  asked_at timestamptz not null,
  until timestamptz not null,
  -- What the call would have done when it was asked for: the reply and the change.
  rehearsal jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'agreed', 'refused', 'withdrawn')),
  decided_by integer references staff_person,
  decided_at timestamptz,
  note text,
  constraint staff_approval_decided_check check ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint staff_approval_day_check check (until <= asked_at + interval '24 hours'),
  constraint staff_approval_two_check check (state <> 'agreed' or decided_by <> asked_by)
);
create index staff_approval_asked_by_idx on staff_approval (asked_by, asked_at desc);
create index staff_approval_decided_by_idx on staff_approval (decided_by) where decided_by is not null;
create index staff_approval_asked_at_idx on staff_approval (asked_at desc);

create function staff_approval_keeps() returns trigger language plpgsql as $$
begin
  -- It is decided once.
  if tg_op = 'UPDATE' and old.state = 'waiting' and
    to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'note'] = to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'note'] then
    return new;
  end if;
  raise exception 'an approval is decided once' using errcode = 'restrict_violation';
end $$;
create trigger staff_approval_keeps before update or delete on staff_approval
  for each row execute function staff_approval_keeps();
create trigger staff_approval_is_not_truncated before truncate on staff_approval
  for each statement execute function refuse_change();

alter table operator_action
  -- The second person; the action is in the name of who has asked.
  add column agreed_by integer references staff_person,
  add column approval_id bigint references staff_approval;
create index operator_action_agreed_by_idx on operator_action (agreed_by) where agreed_by is not null;
create index operator_action_approval_id_idx on operator_action (approval_id) where approval_id is not null;

-- When the person last proved in this session who she is: by signing in, or by a password or a code.
alter table staff_session add column confirmed_at timestamptz;
