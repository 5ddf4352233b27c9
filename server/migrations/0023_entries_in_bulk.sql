-- What a statement has added is looked up line by line. Joined as a whole, the planner now and then chose to read the ledger or the
-- accounts from end to end for five hundred of them, and charging a service cost more the longer the ledger was (bench/charging.ts).
-- A lateral sum and a scalar subquery cannot be turned into such a join.

create or replace function entries_must_balance() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
begin
  select one.transaction_id into unbalanced
  from (select distinct transaction_id from added) one
  cross join lateral (
    select sum(amount_kopecks) as total from ledger_entry where transaction_id = one.transaction_id
  ) whole
  where whole.total <> 0
  limit 1;
  if found then
    raise exception 'ledger transaction % does not sum to zero', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end $$;

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
      coalesce(sum(amount_kopecks) filter (where amount_kopecks > 0), 0) as paid,
      coalesce(-sum(amount_kopecks) filter (where amount_kopecks < 0), 0) as charged
    from added
    group by account_id, to_char(day, 'YYYY-MM')
  ) month
  where (select contract_id from account a where a.account_id = month.account_id) is not null
  on conflict (account_id, period) do update
    set paid_kopecks = m.paid_kopecks + excluded.paid_kopecks,
        charged_kopecks = m.charged_kopecks + excluded.charged_kopecks;
  return null;
end $$;
