-- Whether the bank may have been asked for the refund. A bank that cannot tell refunds of one payment apart reports any of them, so
-- what it says before it was asked is of another one (docs/decisions/0180). By a trigger, because a process of the version before
-- asks, too; of refunds of before it is not known.
alter table refund add column was_asked boolean not null default true;
alter table refund alter column was_asked set default false;

create function refund_is_asked() returns trigger language plpgsql as $$
begin
  new.was_asked := true;
  return new;
end $$;
create trigger refund_is_asked before update of asked_until on refund
  for each row when (new.asked_until is not null) execute function refund_is_asked();
