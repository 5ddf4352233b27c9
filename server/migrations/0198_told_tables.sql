-- Rows of tables that another billing sends (decision 0281) wait for a right one as its balances do. A row that is refused only because of
-- another one names that: one cause is told once.
alter table billing_conflict drop constraint billing_conflict_told_check;
alter table billing_conflict add constraint billing_conflict_told_check check (told in ('balance', 'service', 'streets', 'houses', 'plans',
  'options', 'contracts', 'accounts', 'services', 'serviceOptions', 'numbers', 'ownPrices', 'calls', 'sessions', 'documents'));
alter table billing_conflict
  add cause_told text,
  add cause_key text,
  add constraint billing_conflict_has_cause check ((cause_told is null) = (cause_key is null));
create index billing_conflict_of_cause on billing_conflict (cause_told, cause_key) where cause_key is not null;
