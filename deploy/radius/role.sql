-- The role of FreeRADIUS in the portal's database, with the least rights; run once by the owner of the database, after the portal has started:
--   psql "$DATABASE_URL" -v password="'…'" -f deploy/radius/role.sql
create role kabinet_radius login password :password;
alter role kabinet_radius set search_path = radius;
-- An acknowledged packet may be lost if the database crashes within half a second: harmless, and the disk waits for nobody.
alter role kabinet_radius set synchronous_commit = off;
grant usage on schema radius to kabinet_radius;
