-- A browser that has signed in gets a secret with which the server renders its home screen into the page (decision 111). The secret
-- grants nothing else. Sessions that began before have none: their pages load the data themselves.
alter table session add column page_hash bytea;
create unique index session_page_hash on session (page_hash) where page_hash is not null;
