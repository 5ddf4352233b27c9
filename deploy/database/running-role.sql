-- The role that runs the portal, beside the one that owns its tables and migrates them (docs/database.md). Run once in the portal's
-- database, empty or in use, by a superuser or an owner that may create roles:
--   psql "$MIGRATION_DATABASE_URL" -v password=… -f deploy/database/running-role.sql
-- Its rights in the tables come from `npm run operator -- migrate`, now and after each update.
create role kabinet_run login password :'password';
