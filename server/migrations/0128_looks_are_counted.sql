-- Who of the staff looks at many people in an hour is told to the administrators, and at some point refused (docs/decisions/0205).
drop index staff_read_person_id_idx;
create index staff_read_person_id_read_at_idx on staff_read (person_id, read_at) where person_id is not null;
create index operator_action_many_looks on operator_action (begun_at) where call = 'many looks';
