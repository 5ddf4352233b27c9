-- Month totals tell what was paid and what was charged by kind: a return lowers the side of what it returns.
-- A line's side is that of its sign, or the opposite one when it gives something back (docs/decisions/0061).
-- Lines of the provider's own accounts have no side: theirs is always false.

alter table ledger_entry add column is_return boolean not null default false;

-- Whether a line gives back a payment or a charge. A correction has the side of the line that it corrects.
create function gives_back(kind text, corrects bigint, account bigint, amount bigint) returns boolean
language plpgsql stable as $$
begin
  if kind in ('payment', 'refund') then return amount < 0; end if;
  if kind = 'charge' then return amount > 0; end if;
  if corrects is null then return false; end if;
  return coalesce((
    select (amount > 0) <> ((e.amount_kopecks > 0) <> e.is_return)
    from ledger_entry e
    where e.transaction_id = corrects and e.account_id = account
    order by e.entry_id
    limit 1), false);
end $$;

-- Each round decides the corrections of lines that the round before has decided.
alter table ledger_entry disable trigger ledger_entry_is_immutable;
do $$
begin
  loop
    update ledger_entry e
    set is_return = not e.is_return
    from ledger_transaction t, account a
    where t.transaction_id = e.transaction_id and a.account_id = e.account_id and a.contract_id is not null
      and (t.kind in ('refund', 'correction') or (t.kind = 'payment') <> (e.amount_kopecks > 0)) and t.kind <> 'opening'
      and e.is_return <> gives_back(t.kind, t.corrects_transaction_id, e.account_id, e.amount_kopecks);
    exit when not found;
  end loop;
end $$;
alter table ledger_entry enable trigger ledger_entry_is_immutable;

-- By sign, a return raised the one side; by kind, it lowers the other. Both totals become less by its sum.
update account_month m
set paid_kopecks = m.paid_kopecks - returned.amount, charged_kopecks = m.charged_kopecks - returned.amount
from (
  select account_id, to_char(day, 'YYYY-MM') as period, sum(abs(amount_kopecks))::bigint as amount
  from ledger_entry
  where is_return
  group by 1, 2
) returned
where m.account_id = returned.account_id and m.period = returned.period;

drop index ledger_entry_payments;
drop index ledger_entry_charges;
create index ledger_entry_payments on ledger_entry (account_id, day desc, entry_id desc)
  where (amount_kopecks > 0) <> is_return;
create index ledger_entry_charges on ledger_entry (account_id, day desc, entry_id desc)
  where (amount_kopecks > 0) = is_return;

create function entries_tell_returns() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  select e.transaction_id into wrong
  from added e
  where (select contract_id from account a where a.account_id = e.account_id) is not null
    and e.is_return <> (
      select gives_back(t.kind, t.corrects_transaction_id, e.account_id, e.amount_kopecks)
      from ledger_transaction t where t.transaction_id = e.transaction_id)
  limit 1;
  if found then
    raise exception 'ledger transaction % counts on the wrong side', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_tell_returns after insert on ledger_entry
  referencing new table as added for each statement execute function entries_tell_returns();

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
  if found then
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
