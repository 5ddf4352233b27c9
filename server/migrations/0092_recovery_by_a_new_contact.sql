-- From when a code to this contact may replace a forgotten password: a contact that another one could have put there waits a day.
-- Null: at once.
alter table contact add column recovers_from timestamptz;
alter table further_contact add column recovers_from timestamptz;
