-- A new database with its two roles: one owns and migrates, the other runs the portal (docs/database.md). Run by a superuser:
--   psql -v owner_password=… -v password=… -f deploy/database/roles.sql
-- A database in use keeps its owner: it needs running-role.sql only. Rights in the tables come from `npm run operator -- migrate`.
create role kabinet_owner login password :'owner_password';
create database kabinet owner kabinet_owner;
create role kabinet_run login password :'password';
