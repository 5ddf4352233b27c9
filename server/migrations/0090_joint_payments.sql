-- One payment for both accounts of a contract. `account_id` is the account `i`, `amount_kopecks` all that the bank takes;
-- of that, `other_kopecks` belong to the account `t`.
alter table payment
  add column other_account_id bigint references account,
  add column other_kopecks bigint,
  drop constraint payment_origin_check,
  add constraint payment_origin_check check (origin in ('qr', 'subscription', 'joint')),
  add constraint payment_joint check (
    case origin when 'joint'
      then other_account_id is not null and other_account_id <> account_id
        and other_kopecks is not null and other_kopecks > 0 and other_kopecks < amount_kopecks
      else other_account_id is null and other_kopecks is null end);

create unique index payment_one_joint_alive on payment (account_id, other_account_id, amount_kopecks, other_kopecks)
  where state in ('created', 'pending') and origin = 'joint';

create index on payment (other_account_id) where other_account_id is not null;

-- A process of the version before knows one account per payment: what it would credit or return wrongly is refused here, and its
-- job is repeated by a newer one.
create function joint_payment_is_whole() returns trigger language plpgsql as $$
begin
  if (select a.contract_id from account a where a.account_id = new.account_id and a.kind = 'i') is distinct from
    (select a.contract_id from account a where a.account_id = new.other_account_id and a.kind = 't') then
    raise exception 'payment % is for accounts of two contracts', new.payment_id
      using errcode = 'check_violation', constraint = 'joint_payment_is_whole';
  end if;
  if new.transaction_id is not null and (
    select count(*) <> 2 or bool_or(e.amount_kopecks <> case e.account_id
      when new.account_id then new.amount_kopecks - new.other_kopecks when new.other_account_id then new.other_kopecks else 0 end)
    from ledger_entry e join account a using (account_id)
    where e.transaction_id = new.transaction_id and a.contract_id is not null) then
    raise exception 'payment % is not in the ledger as ordered', new.payment_id
      using errcode = 'check_violation', constraint = 'joint_payment_is_whole';
  end if;
  return null;
end $$;
create trigger joint_payment_is_whole after insert or update of account_id, other_account_id, transaction_id on payment
  for each row when (new.origin = 'joint') execute function joint_payment_is_whole();

-- Refunds never exceed the payment, and of a joint one never the part of an account.
create or replace function refunds_within_payment() returns trigger language plpgsql as $$
declare
  paid payment;
begin
  select * into paid from payment where payment_id = new.payment_id for no key update;
  if paid.amount_kopecks < (select sum(amount_kopecks) from refund where payment_id = new.payment_id and state <> 'declined') then
    raise exception 'refunds of payment % would exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  if paid.origin = 'joint' and exists (
    select from refund r join ledger_entry e on e.transaction_id = r.transaction_id join account a using (account_id)
    where r.payment_id = new.payment_id and r.state <> 'declined' and a.contract_id is not null
    group by e.account_id
    having -sum(e.amount_kopecks) > case e.account_id
      when paid.account_id then paid.amount_kopecks - paid.other_kopecks when paid.other_account_id then paid.other_kopecks else 0 end) then
    raise exception 'refunds of payment % would exceed the part of an account', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;

-- Since when a number works or not, as services tell it; null: since before this column.
alter table phone_number add column state_since timestamptz;

-- A receipt has a position for each account.
update recorded_fiscal.receipt set document = document || jsonb_build_object('items',
  jsonb_build_array(jsonb_build_object('text', document -> 'text', 'amount', document -> 'amount')));
