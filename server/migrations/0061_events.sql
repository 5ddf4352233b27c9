-- What a browser that listens is told: which answers are out of date, and nothing else. PostgreSQL delivers it to every process when
-- the transaction commits, and leaves out repeats of one transaction.

-- Sends `what` about these contracts; a notification holds 8000 bytes.
create function tell_event(what text, contracts bigint[], more jsonb default '{}') returns void language plpgsql as $$
begin
  for start in 1 .. coalesce(cardinality(contracts), 0) by 500
  loop
    perform pg_notify('kabinet_event', (jsonb_build_object(
      'tx', pg_current_xact_id()::text, 'what', what, 'contracts', contracts[start : start + 499]
    ) || more)::text);
  end loop;
end
$$;

create function tell_money() returns trigger language plpgsql as $$
begin
  perform tell_event('money', (
    -- Looked up one by one: a join might read all accounts (0023).
    select array_agg(distinct told.contract_id) from (
      select (select a.contract_id from account a where a.account_id = e.account_id) as contract_id from added e) told
    where told.contract_id is not null));
  return null;
end
$$;
create trigger ledger_entries_tell after insert on ledger_entry
  referencing new table as added for each statement execute function tell_money();

-- A limit, as of a promised payment, makes things possible as money does.
create function tell_limit() returns trigger language plpgsql as $$
begin
  perform tell_event('money', array[new.contract_id]);
  return null;
end
$$;
create trigger account_tells_limit after update of credit_limit_kopecks on account
  for each row when (new.contract_id is not null and new.credit_limit_kopecks <> old.credit_limit_kopecks)
  execute function tell_limit();

create function tell_service() returns trigger language plpgsql as $$
begin
  perform tell_event('service', array[new.contract_id]);
  return null;
end
$$;
create trigger service_user_tells after update on service_user
  for each row when (new.* is distinct from old.*) execute function tell_service();
create trigger service_user_tells_new after insert on service_user for each row execute function tell_service();
create trigger phone_number_tells after update on phone_number
  for each row when (new.* is distinct from old.*) execute function tell_service();
create trigger contract_program_tells after insert or update on contract_program
  for each row execute function tell_service();

create function tell_service_of_user() returns trigger language plpgsql as $$
begin
  perform tell_event('service', array[(select contract_id from service_user where user_id = new.user_id)]);
  return null;
end
$$;
create trigger plan_change_tells after insert or update on plan_change
  for each row when (new.user_id is not null) execute function tell_service_of_user();
create trigger user_option_tells after insert or update on user_option
  for each row execute function tell_service_of_user();
create trigger user_program_tells after insert or update on user_program
  for each row execute function tell_service_of_user();
create trigger suspension_tells after insert or update on suspension
  for each row execute function tell_service_of_user();

-- The network has carried out what was ordered for a service.
create function tell_applied() returns trigger language plpgsql as $$
begin
  perform tell_event('applied', array[coalesce(
    (select contract_id from service_user where user_id = new.user_id),
    (select contract_id from phone_number where phone_number = new.phone_number))]);
  return null;
end
$$;
create trigger service_state_tells after update of applied_version on service_state
  for each row when (new.applied_version <> old.applied_version) execute function tell_applied();

create function tell_order() returns trigger language plpgsql as $$
begin
  perform tell_event('order', (
    select array_agg(distinct told.contract_id) from (
      select (select o.contract_id from support_order o where o.order_id = e.order_id) as contract_id from added e) told));
  return null;
end
$$;
create trigger support_events_tell after insert on support_event
  referencing new table as added for each statement execute function tell_order();

-- A message names itself, so that the browser can show it at once. One to a whole town concerns those at its places.
create function tell_message() returns trigger language plpgsql as $$
declare
  told record;
begin
  for told in
    select contract_id, array_agg(message_id order by message_id) as messages from added
    where contract_id is not null group by contract_id
  loop
    perform tell_event('message', array[told.contract_id], jsonb_build_object('messages', told.messages));
  end loop;
  for told in select message_id, town_id, incident_id from added where town_id is not null loop
    perform pg_notify('kabinet_event', jsonb_strip_nulls(jsonb_build_object(
      'tx', pg_current_xact_id()::text, 'what', 'incident', 'town', told.town_id, 'incident', told.incident_id,
      'messages', jsonb_build_array(told.message_id)))::text);
  end loop;
  return null;
end
$$;
create trigger messages_tell after insert on message
  referencing new table as added for each statement execute function tell_message();

create function tell_message_over() returns trigger language plpgsql as $$
begin
  perform pg_notify('kabinet_event', jsonb_strip_nulls(jsonb_build_object(
    'tx', pg_current_xact_id()::text, 'what', 'incident', 'town', new.town_id, 'incident', new.incident_id))::text);
  return null;
end
$$;
create trigger message_over_tells after update of until, title, body on message
  for each row when (new.town_id is not null) execute function tell_message_over();

-- Streams of a session end with it.
create function tell_session_over() returns trigger language plpgsql as $$
begin
  perform pg_notify('kabinet_event', jsonb_build_object(
    'tx', pg_current_xact_id()::text, 'what', 'session', 'session', new.session_id)::text);
  return null;
end
$$;
create trigger session_tells_end after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session_over();
