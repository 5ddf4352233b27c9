-- Run once by the owner of the portal's database, after the portal has started: psql -v password=… -f role.sql
-- The mail server reads the views of the schema mail, and writes only how much is used.
create role kabinet_mail login password :'password' connection limit 60;
grant usage on schema mail to kabinet_mail;
grant select on all tables in schema mail to kabinet_mail;
grant insert, update on mail.usage to kabinet_mail;
alter default privileges in schema mail grant select on tables to kabinet_mail;
