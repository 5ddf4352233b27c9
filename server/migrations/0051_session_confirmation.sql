-- When the subscriber of a session last proved that it is he: at the sign-in, or when he was asked again (R-11). Sessions of a
-- server before this column have none, so they are asked.
alter table session add column confirmed_at timestamptz;
