-- Other windows of the subscriber count no message that he has read in one of them: one event for a statement, of the kind that a new message has,
-- and with none to show.
create function tell_message_read() returns trigger language plpgsql as $$
begin
  perform tell_event('message', (select array_agg(distinct contract_id) from added));
  return null;
end
$$;
create trigger message_read_tells after insert on message_read
  referencing new table as added for each statement execute function tell_message_read();
