-- The calendar has an address with a secret of its own. Keys that stood in an address read the calendar no more; what only read the
-- calendar has nothing left to read.

delete from personal_key where scopes = array['calendar'];
update personal_key set scopes = array_remove(scopes, 'calendar') where 'calendar' = any (scopes);
