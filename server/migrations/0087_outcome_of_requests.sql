-- What becomes of a request for a call or a connection: who has it, how it ended, and how many promised times passed without a call.
-- A request that ended before has no result.
alter table call_back
  add column taken_by text,
  add column taken_at timestamptz,
  add column result text check (result in ('called', 'no_answer', 'refused')),
  add column note text,
  add column late_times smallint not null default 0,
  add constraint call_back_result_at_end check (result is null or done_at is not null);
alter table new_client
  add column taken_by text,
  add column taken_at timestamptz,
  add column result text check (result in ('signed', 'impossible', 'refused', 'no_answer')),
  add column note text,
  add constraint new_client_result_at_end check (result is null or done_at is not null);

-- Whose promised time has passed; after the second one there is no third promise.
create index call_back_promised_idx on call_back (call_until) where done_at is null and late_times < 2;

-- The help desk speaks of requests, too.
alter table help_desk_message
  alter column order_id drop not null,
  add column call_back_id bigint references call_back,
  add column new_client_id bigint references new_client,
  add constraint help_desk_message_of_one check (num_nonnulls(order_id, call_back_id, new_client_id) = 1);
create index help_desk_message_call_back_id_idx on help_desk_message (call_back_id);
create index help_desk_message_new_client_id_idx on help_desk_message (new_client_id);

-- The client who listens learns of his call as of an order.
create function tell_call_back() returns trigger language plpgsql as $$
begin
  perform tell_event('order', array[new.contract_id]);
  return null;
end
$$;
create trigger call_back_tells after insert or update on call_back
  for each row when (new.contract_id is not null) execute function tell_call_back();
