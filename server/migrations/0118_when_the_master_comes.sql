-- When the master who is on his way will be there; he says it on the day, within the window of the visit or past it.
alter table support_order add column arrives_at timestamptz;
