-- Calls of the former system stand among ours and are paid already: they have its key, are never rated, and take nothing from a package
-- (docs/decisions/0281).
alter table call_record add former_key text;
create unique index call_record_of_former on call_record (phone_number, former_key) where former_key is not null;
