-- A payment that should never have been credited is taken back on its own day by a reversal: a correction with a mark, so that
-- a process of the version before shows it as a correction.
alter table ledger_transaction
  add column is_reversal boolean not null default false,
  add constraint reversal_corrects check (not is_reversal or (kind = 'correction' and corrects_transaction_id is not null));
create unique index ledger_transaction_one_reversal on ledger_transaction (corrects_transaction_id) where is_reversal;

create function reversal_is_of_a_payment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_transaction p
    where p.transaction_id = new.corrects_transaction_id and p.kind = 'payment' and p.day = new.day) then
    raise exception 'ledger transaction % reverses no payment of its day', new.transaction_id
      using errcode = 'check_violation', constraint = 'reversal_is_of_a_payment';
  end if;
  return null;
end $$;
create trigger reversal_is_of_a_payment after insert on ledger_transaction
  for each row when (new.is_reversal) execute function reversal_is_of_a_payment();

-- A reversal may exceed the credit limit: the money was never there, and what it was spent on is a debt. Everything else is as before.
create or replace function entries_move_balances() returns trigger language plpgsql as $$
declare
  overdrawn bigint;
begin
  perform 1
  from account
  where account_id = any(array(select account_id from added)) and contract_id is not null
  order by account_id
  for no key update;

  with moved as (
    select account_id, sum(amount_kopecks)::bigint as amount from added group by account_id
  ), balanced as (
    update account a
    set balance_kopecks = a.balance_kopecks + moved.amount
    from moved
    where a.account_id = moved.account_id and a.contract_id is not null
    returning a.account_id, moved.amount, a.balance_kopecks, a.credit_limit_kopecks
  )
  select account_id into overdrawn
  from balanced
  where amount < 0 and balance_kopecks < -credit_limit_kopecks
  limit 1;
  if found and exists (select from added join ledger_transaction t using (transaction_id) where not t.is_reversal) then
    raise exception 'account % would go below its credit limit', overdrawn
      using errcode = 'check_violation', constraint = 'account_within_credit_limit';
  end if;

  insert into account_month as m (account_id, period, paid_kopecks, charged_kopecks)
  select account_id, period, paid, charged
  from (
    select account_id, to_char(day, 'YYYY-MM') as period,
      coalesce(sum(amount_kopecks) filter (where (amount_kopecks > 0) <> is_return), 0) as paid,
      coalesce(-sum(amount_kopecks) filter (where (amount_kopecks > 0) = is_return), 0) as charged
    from added
    group by account_id, to_char(day, 'YYYY-MM')
  ) month
  where (select contract_id from account a where a.account_id = month.account_id) is not null
  on conflict (account_id, period) do update
    set paid_kopecks = m.paid_kopecks + excluded.paid_kopecks,
        charged_kopecks = m.charged_kopecks + excluded.charged_kopecks;
  return null;
end $$;

-- The number of a receipt that was given on a cash register of its own, which the portal does not know.
alter table fiscal_receipt
  add column given_number text,
  add constraint given_receipt_is_done check (given_number is null or (state = 'done' and register is null and given_number <> ''));
