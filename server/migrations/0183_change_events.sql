-- Events for other systems (docs/decisions/0261). The transaction of a change writes into `change_waiting`, by triggers of the tables that
-- every change passes. Whoever reads gives what has committed its number in `change_event`, by months: no number comes below one that was read.
-- Neither has what a person is called or reached by, nor a secret: ids to read the rest by.
create table change_waiting (
  waiting_id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  kind text not null,
  contract_id bigint not null,
  detail jsonb not null
);
create table change_event (
  event_id bigint not null,
  ordered_at timestamptz not null,
  happened_at timestamptz not null,
  kind text not null,
  contract_id bigint not null,
  detail jsonb not null,
  primary key (event_id, ordered_at)
) partition by range (ordered_at);
-- The row that orders take one after another.
create table change_order (
  is_only boolean primary key default true check (is_only),
  last_id bigint not null default 0,
  -- Events below it were kept no longer.
  first_id bigint not null default 1
);
insert into change_order default values;

create function keep_change_month(day date) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '3s' set timezone = 'UTC' as $$
declare
  month date := date_trunc('month', day)::date;
  name text := 'change_event_' || to_char(month, 'YYYY_MM');
begin
  if to_regclass('public.' || name) is null then
    execute format('create table public.%I partition of public.change_event for values from (%L) to (%L)',
      name, month, (month + interval '1 month')::date);
  end if;
end $$;
revoke all on function keep_change_month(date) from public;

-- Drops the months before one of these tables; returns how many.
create or replace function drop_months_before(of_table text, month date) returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '3s' as $$
declare
  name text;
  dropped integer := 0;
begin
  if of_table not in ('internet_session', 'session_hour', 'change_event') then
    raise exception 'no months of % are dropped', of_table;
  end if;
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('public.' || of_table)::regclass and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') < month
  loop
    execute format('drop table public.%I', name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

create function note_change(what text, contract bigint, at timestamptz, told jsonb) returns void language sql as $$
  insert into change_waiting (happened_at, kind, contract_id, detail)
  select coalesce(at, now()), what, contract, jsonb_strip_nulls(told) where contract is not null
$$;

-- Money: an event for each account and service of a transaction.
create function note_money() returns trigger language plpgsql as $$
begin
  insert into change_waiting (happened_at, kind, contract_id, detail)
  select e.happened_at, t.kind, a.contract_id, jsonb_strip_nulls(jsonb_build_object(
    'transaction_id', e.transaction_id, 'account_no', a.account_no, 'sum_kopecks', e.amount, 'day', e.day, 'method', e.method,
    'user_id', e.user_id, 'corrects_transaction_id', t.corrects_transaction_id))
  from (
    select transaction_id, account_id, user_id, sum(amount_kopecks)::bigint as amount, min(happened_at) as happened_at,
      min(day) as day, min(method) as method, min(entry_id) as entry_id
    from added group by transaction_id, account_id, user_id) e
  -- Looked up one by one: a join might read all accounts (0023).
  cross join lateral (select contract_id, account_no from account where account_id = e.account_id limit 1) a
  cross join lateral (
    select corrects_transaction_id, case
      when is_reversal then 'money.payment_reversed' when kind = 'payment' then 'money.paid' when kind = 'charge' then 'money.charged'
      when kind = 'refund' then 'money.refunded' when kind = 'opening' then 'money.opening' else 'money.corrected' end as kind
    from ledger_transaction where transaction_id = e.transaction_id limit 1) t
  where a.contract_id is not null
  order by e.entry_id;
  return null;
end
$$;
create trigger ledger_entries_are_noted after insert on ledger_entry
  referencing new table as added for each statement execute function note_money();

create function note_promise() returns trigger language plpgsql as $$
begin
  perform note_change(case new.state when 'active' then 'promise.taken' when 'repaid' then 'promise.repaid' else 'promise.ended' end,
    a.contract_id, case when new.state = 'active' then new.taken_at else new.closed_at end, jsonb_build_object(
      'promised_payment_id', new.promised_payment_id, 'account_no', a.account_no, 'sum_kopecks', new.amount_kopecks, 'day', new.ends_on))
  from account a where a.account_id = new.account_id;
  return null;
end
$$;
create trigger promised_payment_is_noted after insert or update of state on promised_payment
  for each row execute function note_promise();

create function note_limit() returns trigger language plpgsql as $$
begin
  perform note_change('account.limit_changed', new.contract_id, null,
    jsonb_build_object('account_no', new.account_no, 'sum_kopecks', new.credit_limit_kopecks));
  return null;
end
$$;
create trigger account_limit_is_noted after update of credit_limit_kopecks on account
  for each row when (new.contract_id is not null and new.credit_limit_kopecks <> old.credit_limit_kopecks) execute function note_limit();

create function note_refund() returns trigger language plpgsql as $$
begin
  perform note_change('refund.changed', a.contract_id, case tg_op when 'INSERT' then new.created_at else new.settled_at end,
    jsonb_build_object('refund_id', new.refund_id, 'transaction_id', new.transaction_id, 'account_no', a.account_no,
      'sum_kopecks', new.amount_kopecks, 'state', new.state))
  from payment p join account a using (account_id) where p.payment_id = new.payment_id;
  return null;
end
$$;
create trigger refund_is_noted_new after insert on refund for each row execute function note_refund();
create trigger refund_is_noted after update on refund
  for each row when (old.state is distinct from new.state) execute function note_refund();

create function note_autopayment() returns trigger language plpgsql as $$
begin
  perform note_change('autopayment.changed', a.contract_id, coalesce(new.ended_at, new.connected_at, new.created_at),
    jsonb_build_object('autopayment_id', new.autopayment_id, 'account_no', a.account_no, 'state', new.state))
  from account a where a.account_id = new.account_id;
  return null;
end
$$;
create trigger autopayment_is_noted_new after insert on autopayment for each row execute function note_autopayment();
create trigger autopayment_is_noted after update on autopayment for each row
  when ((old.state, old.days_ahead, old.ceiling_kopecks, old.skipped_period)
    is distinct from (new.state, new.days_ahead, new.ceiling_kopecks, new.skipped_period)) execute function note_autopayment();

-- Services. An import brings a hundred thousand in few statements.
create function note_services_added() returns trigger language plpgsql as $$
begin
  insert into change_waiting (happened_at, kind, contract_id, detail)
  select state_since, 'service.added', contract_id, jsonb_strip_nulls(jsonb_build_object(
    'user_id', user_id, 'type', user_type, 'state', state, 'reason', reason, 'plan_id', plan_id)) from added order by user_id;
  return null;
end
$$;
create trigger services_are_noted after insert on service_user
  referencing new table as added for each statement execute function note_services_added();

create function note_service() returns trigger language plpgsql as $$
declare
  told jsonb := jsonb_build_object('user_id', new.user_id, 'type', new.user_type, 'state', new.state, 'reason', new.reason,
    'plan_id', new.plan_id, 'day', new.returns_on);
begin
  if new.contract_id <> old.contract_id then
    perform note_change('service.moved', new.contract_id, null, told || jsonb_build_object('from_contract_id', old.contract_id));
  end if;
  if (new.state, new.reason, new.returns_on) is distinct from (old.state, old.reason, old.returns_on) then
    perform note_change(case when old.state = 'connecting' and new.state = 'active' then 'service.connected'
      when new.state = 'active' then 'service.opened' when new.state = 'paused' then 'service.paused'
      when new.state = 'blocked' then 'service.blocked' when new.state = 'closed' then 'service.closed'
      else 'service.waits' end, new.contract_id, new.state_since, told);
  end if;
  if new.plan_id is distinct from old.plan_id then
    perform note_change('service.plan_changed', new.contract_id, null, told || jsonb_build_object('former_plan_id', old.plan_id));
  end if;
  if (new.name, new.login, new.address, new.account_id, new.promo_kopecks, new.promo_until)
    is distinct from (old.name, old.login, old.address, old.account_id, old.promo_kopecks, old.promo_until) then
    perform note_change('service.changed', new.contract_id, null, told || jsonb_build_object('what', case
      when new.login <> old.login then 'login' when new.name <> old.name then 'name' when new.address <> old.address then 'address'
      when new.account_id <> old.account_id then 'account' else 'price' end));
  end if;
  return null;
end
$$;
create trigger service_user_is_noted after update on service_user
  for each row when (new.* is distinct from old.*) execute function note_service();

-- The number itself is personal: the contract tells it to whoever may read it.
create function note_number() returns trigger language plpgsql as $$
declare
  told jsonb := jsonb_build_object('type', 'number', 'state', new.state, 'reason', new.reason, 'plan_id', new.plan_id);
begin
  if tg_op = 'INSERT' then
    perform note_change('service.added', new.contract_id, new.state_since, told);
    return null;
  end if;
  if new.contract_id <> old.contract_id then
    perform note_change('service.moved', new.contract_id, null, told || jsonb_build_object('from_contract_id', old.contract_id));
  end if;
  if (new.state, new.reason) is distinct from (old.state, old.reason) then
    perform note_change(case new.state when 'active' then 'service.opened' when 'blocked' then 'service.blocked' else 'service.closed' end,
      new.contract_id, new.state_since, told);
  end if;
  if new.plan_id <> old.plan_id then
    perform note_change('service.plan_changed', new.contract_id, null, told || jsonb_build_object('former_plan_id', old.plan_id));
  end if;
  return null;
end
$$;
create trigger phone_number_is_noted_new after insert on phone_number for each row execute function note_number();
create trigger phone_number_is_noted after update on phone_number
  for each row when (new.* is distinct from old.*) execute function note_number();

-- What belongs to a service: options, programs, planned plans, pauses, blocks, the schedule of access.
create function note_of_service() returns trigger language plpgsql as $$
declare
  one record;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_change('service.changed', u.contract_id, null, jsonb_build_object(
    'what', tg_argv[0], 'user_id', u.user_id, 'type', u.user_type, 'state', u.state, 'plan_id', u.plan_id))
  from service_user u where u.user_id = one.user_id;
  return null;
end
$$;
create trigger user_option_is_noted_new after insert or delete on user_option for each row execute function note_of_service('option');
create trigger user_option_is_noted after update on user_option
  for each row when (new.* is distinct from old.*) execute function note_of_service('option');
create trigger user_program_is_noted_new after insert or delete on user_program for each row execute function note_of_service('program');
create trigger user_program_is_noted after update on user_program
  for each row when (new.* is distinct from old.*) execute function note_of_service('program');
create trigger plan_change_is_noted_new after insert on plan_change for each row execute function note_of_service('planned_plan');
create trigger plan_change_is_noted after update on plan_change
  for each row when (new.* is distinct from old.*) execute function note_of_service('planned_plan');
create trigger suspension_is_noted_new after insert on suspension for each row execute function note_of_service('pause');
create trigger suspension_is_noted after update on suspension
  for each row when (new.* is distinct from old.*) execute function note_of_service('pause');
create trigger service_block_is_noted_new after insert on service_block for each row execute function note_of_service('block');
create trigger service_block_is_noted after update on service_block
  for each row when (new.* is distinct from old.*) execute function note_of_service('block');
create trigger access_schedule_is_noted_new after insert on access_schedule for each row execute function note_of_service('schedule');
create trigger access_schedule_is_noted after update on access_schedule
  for each row when (new.version <> old.version) execute function note_of_service('schedule');

-- What belongs to a contract.
create function note_of_contract() returns trigger language plpgsql as $$
declare
  one record;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_change(tg_argv[0], one.contract_id, null, jsonb_build_object('what', tg_argv[1]));
  return null;
end
$$;
create trigger contract_program_is_noted_new after insert or delete on contract_program
  for each row execute function note_of_contract('contract.changed', 'program');
create trigger contract_program_is_noted after update on contract_program
  for each row when (new.* is distinct from old.*) execute function note_of_contract('contract.changed', 'program');
create trigger individual_price_is_noted_new after insert on individual_price
  for each row execute function note_of_contract('contract.changed', 'price');
create trigger individual_price_is_noted after update on individual_price
  for each row when ((old.ended_on, old.until_day) is distinct from (new.ended_on, new.until_day))
  execute function note_of_contract('contract.changed', 'price');

create function note_contracts_opened() returns trigger language plpgsql as $$
begin
  insert into change_waiting (kind, contract_id, detail)
  select 'contract.opened', contract_id, jsonb_build_object('state', state, 'day', opened_on) from added order by contract_id;
  return null;
end
$$;
create trigger contracts_are_noted after insert on contract
  referencing new table as added for each statement execute function note_contracts_opened();

create function note_contract() returns trigger language plpgsql as $$
begin
  if new.state <> old.state then
    perform note_change(case new.state when 'closed' then 'contract.closed' when 'suspended' then 'contract.suspended'
      else 'contract.reopened' end, new.contract_id, null, jsonb_build_object('state', new.state, 'day', new.closed_on));
  end if;
  if (new.client_name, new.is_company) is distinct from (old.client_name, old.is_company) then
    perform note_change('contract.changed', new.contract_id, null, '{"what": "name"}');
  end if;
  if (new.town_id, new.street_id, new.house, new.flat) is distinct from (old.town_id, old.street_id, old.house, old.flat) then
    perform note_change('contract.changed', new.contract_id, null, '{"what": "address"}');
  end if;
  if new.billing_day <> old.billing_day then
    perform note_change('contract.changed', new.contract_id, null, '{"what": "billing_day"}');
  end if;
  return null;
end
$$;
create trigger contract_is_noted after update on contract
  for each row when (new.* is distinct from old.*) execute function note_contract();

create function note_move() returns trigger language plpgsql as $$
begin
  perform note_change('contract.moved', new.contract_id, new.moved_at, jsonb_build_object('day', new.moved_on));
  return null;
end
$$;
create trigger contract_move_is_noted after insert on contract_move for each row execute function note_move();

create function note_handover() returns trigger language plpgsql as $$
begin
  perform note_change('contract.handed_over', new.from_contract_id, new.handed_at,
    jsonb_build_object('to_contract_id', new.to_contract_id, 'day', new.handed_on));
  return null;
end
$$;
create trigger contract_handover_is_noted after insert on contract_handover for each row execute function note_handover();

create function note_regrouping() returns trigger language plpgsql as $$
begin
  perform note_change(case new.kind when 'split' then 'contract.split' else 'contract.joined' end, new.from_contract_id, new.made_at,
    jsonb_build_object('to_contract_id', new.to_contract_id, 'day', new.made_on));
  return null;
end
$$;
create trigger contract_regrouping_is_noted after insert on contract_regrouping for each row execute function note_regrouping();

-- Contacts, never their addresses.
create function note_contact() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform note_change('contact.changed', old.contract_id, null, jsonb_build_object('type', old.kind, 'state', 'none'));
  else
    perform note_change('contact.changed', new.contract_id, null, jsonb_build_object('type', new.kind, 'state', new.state));
  end if;
  return null;
end
$$;
create trigger contact_is_noted_new after insert on contact for each row when (new.state <> 'none') execute function note_contact();
create trigger contact_is_noted after update on contact
  for each row when ((old.value, old.state) is distinct from (new.value, new.state)) execute function note_contact();
create trigger contact_is_noted_no_more after delete on contact for each row execute function note_contact();

create function note_further_contact() returns trigger language plpgsql as $$
declare
  one record;
begin
  if tg_op = 'DELETE' then one := old; else one := new; end if;
  perform note_change('contact.changed', one.contract_id, null, jsonb_build_object('contact_id', one.further_contact_id, 'type', one.kind,
    'state', case when tg_op = 'DELETE' then 'none' when one.confirmed_at is null then 'code_sent' else 'active' end));
  return null;
end
$$;
create trigger further_contact_is_noted_new after insert or delete on further_contact for each row execute function note_further_contact();
create trigger further_contact_is_noted after update on further_contact
  for each row when ((old.address, old.role, old.name, old.confirmed_at, old.muted, old.wanted)
    is distinct from (new.address, new.role, new.name, new.confirmed_at, new.muted, new.wanted)) execute function note_further_contact();

-- Orders and calls that a client waits for.
create function note_order() returns trigger language plpgsql as $$
begin
  perform note_change(case tg_op when 'INSERT' then 'order.opened' else 'order.changed' end, new.contract_id,
    case tg_op when 'INSERT' then new.created_at else new.updated_at end,
    jsonb_build_object('order_id', new.order_id, 'goal_id', new.goal_id, 'user_id', new.user_id, 'state', new.state,
      'visit_from', new.visit_from, 'visit_to', new.visit_to));
  return null;
end
$$;
create trigger support_order_is_noted_new after insert on support_order for each row execute function note_order();
create trigger support_order_is_noted after update on support_order
  for each row when ((old.state, old.visit_from, old.visit_to, old.assignee, old.goal_id, old.rating, old.arrives_at, old.arrived_at)
    is distinct from (new.state, new.visit_from, new.visit_to, new.assignee, new.goal_id, new.rating, new.arrives_at, new.arrived_at))
  execute function note_order();

create function note_order_message() returns trigger language plpgsql as $$
begin
  perform note_change('order.answered', o.contract_id, new.happened_at,
    jsonb_build_object('order_id', new.order_id, 'author', new.author, 'state', o.state))
  from support_order o where o.order_id = new.order_id;
  return null;
end
$$;
create trigger support_event_is_noted after insert on support_event
  for each row when (new.kind = 'message') execute function note_order_message();

create function note_call_back() returns trigger language plpgsql as $$
begin
  perform note_change('call_back.changed', new.contract_id, coalesce(new.withdrawn_at, new.done_at, new.taken_at, new.created_at),
    jsonb_build_object('call_back_id', new.call_back_id, 'state', case when new.withdrawn_at is not null then 'withdrawn'
      when new.done_at is not null then 'done' when new.taken_at is not null then 'taken' else 'asked' end));
  return null;
end
$$;
create trigger call_back_is_noted_new after insert on call_back
  for each row when (new.contract_id is not null) execute function note_call_back();
create trigger call_back_is_noted after update on call_back
  for each row when (new.contract_id is not null
    and (old.taken_at, old.done_at, old.withdrawn_at) is distinct from (new.taken_at, new.done_at, new.withdrawn_at))
  execute function note_call_back();
