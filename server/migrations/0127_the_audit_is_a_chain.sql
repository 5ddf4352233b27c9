-- Rows of the audit trail and of the looks of the staff are links of a chain (docs/decisions/0204). A row and its link are written in one
-- transaction, without a lock; a job seals what is committed, so that the order of the chain is decided by one.

create table audit_link (
  source text not null check (source in ('action', 'look')),
  row_id bigint not null,
  -- `begun`: the row before its result was known.
  part text not null check (part in ('begun', 'whole')),
  link_id bigint generated always as identity,
  -- By the clock of the database.
  written_at timestamptz not null default now(),
  -- Null until it is sealed.
  seq bigint unique,
  sealed_at timestamptz,
  row_hash bytea,
  -- Of the previous link and of this one.
  hash bytea,
  primary key (source, row_id, part),
  constraint audit_link_sealed_check check (num_nonnulls(seq, sealed_at, row_hash, hash) in (0, 4))
);
create index audit_link_waits on audit_link (link_id) where seq is null;

-- The head of the chain, day by day; the same stands in a file outside the database.
create table audit_anchor (
  seq bigint primary key,
  hash bytea not null,
  anchored_at timestamptz not null
);

create function audit_link_keeps() returns trigger language plpgsql as $$
begin
  -- A link is sealed once.
  if tg_op = 'UPDATE' and old.seq is null and
    (new.source, new.row_id, new.part, new.link_id, new.written_at) is not distinct from
    (old.source, old.row_id, old.part, old.link_id, old.written_at) then
    return new;
  end if;
  raise exception 'the audit trail is never changed' using errcode = 'restrict_violation';
end $$;
create trigger audit_link_keeps before update or delete on audit_link
  for each row execute function audit_link_keeps();
create trigger audit_link_is_not_truncated before truncate on audit_link
  for each statement execute function refuse_change();
create trigger audit_anchor_is_immutable before update or delete or truncate on audit_anchor
  for each statement execute function refuse_change();

create function link_actions() returns trigger language plpgsql as $$
begin
  insert into audit_link (source, row_id, part)
  select 'action', action_id, case outcome when 'begun' then 'begun' else 'whole' end from written
  where tg_op = 'INSERT' or outcome <> 'begun';
  return null;
end $$;
create function link_looks() returns trigger language plpgsql as $$
begin
  insert into audit_link (source, row_id, part) select 'look', staff_read_id, 'whole' from written;
  return null;
end $$;

-- Rows that are there already, in their order.
insert into audit_link (source, row_id, part)
select source, row_id, part
from (
  select 'action' as source, action_id as row_id, case outcome when 'begun' then 'begun' else 'whole' end as part, begun_at as at from operator_action
  union all
  select 'look', staff_read_id, 'whole', read_at from staff_read
) written
order by at, source, row_id;

create trigger operator_action_is_linked after insert on operator_action
  referencing new table as written for each statement execute function link_actions();
create trigger operator_action_end_is_linked after update on operator_action
  referencing new table as written for each statement execute function link_actions();
create trigger staff_read_is_linked after insert on staff_read
  referencing new table as written for each statement execute function link_looks();

drop trigger staff_read_is_immutable on staff_read;
create trigger staff_read_is_immutable before update or delete or truncate on staff_read
  for each statement execute function refuse_change();

alter table operator_action
  -- Why it was done, in the words of who did it.
  add column reason text,
  -- What was there before and what is there now, where that is known.
  add column changed jsonb;

create or replace function operator_action_keeps() returns trigger language plpgsql as $$
begin
  -- Only the result of a call that has begun is added.
  if tg_op = 'UPDATE' and old.outcome = 'begun' and
    to_jsonb(new) - array['outcome', 'problem', 'ended_at', 'changed'] =
    to_jsonb(old) - array['outcome', 'problem', 'ended_at', 'changed'] then
    return new;
  end if;
  raise exception 'the audit trail is never changed' using errcode = 'restrict_violation';
end $$;
