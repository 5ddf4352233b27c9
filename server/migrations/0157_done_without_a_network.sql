-- When a technician without a network did what the portal learned later; null: at the moment when it was told.
alter table support_event add column done_at timestamptz;
alter table staff_note add column done_at timestamptz;
