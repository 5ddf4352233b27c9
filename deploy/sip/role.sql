-- The role of Kamailio in the portal's database, with the least rights; run once by the owner of the database, after the portal has started:
--   psql "$DATABASE_URL" -v password="'…'" -f deploy/sip/role.sql
create role kabinet_sip login password :password;
alter role kabinet_sip set search_path = sip;
-- Kamailio writes moments without a zone; the portal reads them as UTC.
alter role kabinet_sip set timezone = 'UTC';
grant usage on schema sip to kabinet_sip;
grant select on sip.subscriber, sip.version to kabinet_sip;
grant select, insert, update, delete on sip.location to kabinet_sip;
grant execute on function sip.may_call(text, text, text) to kabinet_sip;
