-- After a recovery to a moment: numbers that were given after it are known outside (receipts of the fiscal operator, events of other programs,
-- papers of clients), and must not be given again to something else. A receipt with a known number would not be printed. Run once, by the
-- owner of the tables, before the portal starts (docs/backup.ru.md):
--   psql "$MIGRATION_DATABASE_URL" -f after-recovery.sql
begin;
select format('%I.%I', schemaname, sequencename) as sequence, last_value,
  setval(format('%I.%I', schemaname, sequencename)::regclass, last_value + case data_type when 'bigint'::regtype then 1000000 else 1000 end) as goes_on_at
from pg_sequences
where last_value is not null and schemaname not in ('graphile_worker', 'pg_catalog')
order by 1;
update change_order set last_id = last_id + 1000000 where is_only;
commit;
