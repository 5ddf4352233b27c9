-- A direction may be opened for some hours only, and closes by itself: what is seldom called costs most when a password is stolen.
alter table call_zone add column open_hours integer check (open_hours > 0);

-- When the open directions of a line close by themselves: `{"world": "2026-11-24T10:05:00.000Z"}`. A direction that is not here stays
-- open until the client closes it.
alter table sip_line add column closes_at jsonb not null default '{}' check (jsonb_typeof(closes_at) = 'object');
