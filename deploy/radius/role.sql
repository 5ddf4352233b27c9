-- The role of FreeRADIUS in the portal's database, with the least rights; run once by a superuser, after the portal has started:
--   psql "$DATABASE_URL" -v password="'…'" -f deploy/radius/role.sql
create role kabinet_radius login password :password;
alter role kabinet_radius set search_path = radius;
-- An acknowledged packet may be lost if the database crashes within half a second: harmless, and the disk waits for nobody.
alter role kabinet_radius set synchronous_commit = off;
grant usage on schema radius to kabinet_radius;
-- A request carries the key that opens passwords: it must not reach the log of the database.
alter role kabinet_radius set log_min_duration_statement = -1;
alter role kabinet_radius set log_min_error_statement = panic;
alter role kabinet_radius set log_statement = none;
alter role kabinet_radius set track_activities = off;
grant execute on function radius.check_of(text, text, text, text, boolean, text) to kabinet_radius;
grant execute on function radius.reply_to(text, text) to kabinet_radius;
grant execute on function radius.others_of(text, text, text) to kabinet_radius;
grant execute on function radius.refuse(text, text, text, text, text) to kabinet_radius;
grant execute on function radius.secret_of(text, text) to kabinet_radius;
grant execute on function radius.keep_typed(text, text, text) to kabinet_radius;
-- Packets of accounting: written, never read.
grant insert on radius.accounting to kabinet_radius;
grant execute on function radius.account(
  text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text, text
) to kabinet_radius;
