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

-- However a payment is taken back (a refund through the bank, a cancellation of the agent, an undo in the office), and however often:
-- no account gives more of it than it got. At the commit, when all entries are there and their accounts are locked.
create function payment_is_taken_back_once() returns trigger language plpgsql as $$
declare
  paid bigint := new.corrects_transaction_id;
begin
  if exists (select from ledger_transaction where transaction_id = paid and kind = 'payment') and exists (
    select from ledger_entry came join account a using (account_id)
    where came.transaction_id = paid and a.contract_id is not null and came.amount_kopecks + (
      select coalesce(sum(e.amount_kopecks), 0)
      from ledger_transaction t join ledger_entry e using (transaction_id)
      -- What brings a refund back corrects the refund.
      where e.account_id = came.account_id and t.corrects_transaction_id in (
        select paid union all select transaction_id from ledger_transaction where corrects_transaction_id = paid)) < 0) then
    raise exception 'more of payment % would be taken back than it brought', paid
      using errcode = 'check_violation', constraint = 'payment_is_taken_back_once';
  end if;
  return null;
end $$;
create constraint trigger payment_is_taken_back_once after insert on ledger_transaction
  deferrable initially deferred for each row when (new.corrects_transaction_id is not null)
  execute function payment_is_taken_back_once();
