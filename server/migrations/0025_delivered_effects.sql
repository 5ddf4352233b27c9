-- An effect that was delivered keeps its kind, key and moments; what was delivered, such as a letter with a code, is nobody's any more.
alter table outbox_effect alter column payload drop not null;
update outbox_effect set payload = null where state = 'done';
alter table outbox_effect add check (state = 'done' or payload is not null);
