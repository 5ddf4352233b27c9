-- Calls by months, second step: what the whole table needs to become one partition. With a hundred million calls it takes minutes; calls are read
-- meanwhile, and those of the exchange wait.
do $$ begin
  if exists (select from pg_constraint where conname = 'call_record_bound') then
    alter table call_record validate constraint call_record_bound;
    create unique index call_record_by_id on call_record (call_record_id, period);
    create unique index call_record_by_legs on call_record (linkedid, phone_number, direction, other_number, period);
    create unique index call_record_by_former on call_record (phone_number, former_key, period) where former_key is not null;
  end if;
end $$;
