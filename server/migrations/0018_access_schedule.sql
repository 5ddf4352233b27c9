-- The access schedule: exceptions, a pause, its password's proofs and codes, what was changed by whom.

alter table access_schedule
  -- [{day: 'YYYY-MM-DD', hours: [{from, to}]}]: days on which other hours count; none of them: closed all day.
  add column exceptions jsonb not null default '[]',
  add column paused_until timestamptz,
  -- Grows with each change of days and hours: a change made from an older one is refused.
  add column version integer not null default 1,
  -- When the network is to be told next; null: never, '-infinity': it has not been looked at yet.
  add column next_change_at timestamptz default '-infinity';
create index on access_schedule (next_change_at) where next_change_at is not null;

-- Who has given the right password, for some minutes and in one session only.
create table access_schedule_proof (
  proof_hash bytea primary key,
  user_id bigint not null references access_schedule,
  session_id text not null references session on delete cascade,
  expires_at timestamptz not null
);
create index on access_schedule_proof (user_id);
create index on access_schedule_proof (session_id);

-- Codes that were sent for a new password; kept for two days, by which the daily limits are counted.
create table access_schedule_code (
  code_id bigint generated always as identity primary key,
  user_id bigint not null references access_schedule,
  contract_id bigint not null references contract,
  channel text not null check (channel in ('email', 'phone')),
  target text not null,
  code_hash text not null,
  tries integer not null default 0,
  is_spent boolean not null default false,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index on access_schedule_code (user_id, sent_at desc);
create index on access_schedule_code (contract_id, sent_at desc);
create index on access_schedule_code (target, sent_at desc);
create index on access_schedule_code (sent_at);

create table access_schedule_change (
  change_id bigint generated always as identity primary key,
  user_id bigint not null references access_schedule,
  happened_at timestamptz not null,
  -- The browser in which it was done.
  who text not null,
  -- What the client reads.
  text text not null,
  detail jsonb not null
);
create index on access_schedule_change (user_id, happened_at desc);
create trigger access_schedule_change_is_immutable before update or delete or truncate on access_schedule_change
  for each statement execute function refuse_change();

-- A service that works again, after a debt, a pause or a repair, is looked at anew: its schedule may say that it is closed now.
create function look_at_schedule() returns trigger language plpgsql as $$
begin
  update access_schedule set next_change_at = '-infinity' where user_id = new.user_id and is_on;
  if found then
    perform graphile_worker.add_job('follow_schedule', json_build_object('userId', new.user_id),
      job_key => 'schedule:' || new.user_id);
  end if;
  return null;
end $$;
create trigger service_user_follows_its_schedule after update of state on service_user for each row
  when (new.state = 'active' and old.state <> 'active' and old.reason is distinct from 'schedule')
  execute function look_at_schedule();
