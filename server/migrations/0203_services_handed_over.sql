-- Beside another billing options, programs, pauses and promised payments are handed over like a change of plan
-- (docs/decisions/0278): it confirms or refuses them.

-- What is asked for, one word per thing: only one request of it waits at a time.
alter table billing_request add column subject text;
alter table billing_request drop constraint billing_request_kind_check;
alter table billing_request add constraint billing_request_kind_check check (kind in ('payment', 'reversal', 'refund', 'correction', 'plan',
  'option', 'program', 'pause', 'return', 'promise'));
alter table billing_request drop constraint billing_request_names;
alter table billing_request add constraint billing_request_names check (case
  when kind = 'plan' then user_id is not null and plan_id is not null and from_day is not null
  when kind in ('option', 'pause', 'return') then subject is not null and user_id is not null and amount_kopecks is null
  when kind in ('program', 'promise') then subject is not null and account_id is not null and amount_kopecks is null
  else account_id is not null and amount_kopecks is not null end);
create unique index billing_request_one_of_subject on billing_request (subject) where state = 'waiting';
create index billing_request_of_subject on billing_request (subject, request_no) where subject is not null;

-- The other side tells pauses, too.
alter table billing_told_service drop constraint billing_told_service_state_check;
alter table billing_told_service add constraint billing_told_service_state_check check (state in ('active', 'debt', 'operator', 'paused'));
alter table billing_told_service add column until_day date;
alter table billing_told_service add constraint billing_told_service_until_check check (until_day is null or state = 'paused');
