-- What is charged at the end of a contract may exceed the credit limit: it was used before. Everything else is as before.
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
    set balance_kopecks = a.balance_kopecks + moved.amount,
      -- A history that comes at once owes since the first line after which the account has never been above zero again.
      owes_since = case when a.balance_kopecks + moved.amount < 0 or a.debt_since is not null then coalesce(a.owes_since, (
        with line as (
          select e.happened_at, row_number() over by_day as place, a.balance_kopecks + sum(e.amount_kopecks) over by_day as after
          from added e where e.account_id = a.account_id window by_day as (order by e.day, e.entry_id)
        )
        select min(happened_at) from line where place > coalesce((select max(place) from line where after >= 0), 0)), a.debt_since) end
    from moved
    where a.account_id = moved.account_id and a.contract_id is not null
    returning a.account_id, a.contract_id, moved.amount, a.balance_kopecks, a.credit_limit_kopecks
  )
  select account_id into overdrawn
  from balanced
  where amount < 0 and balance_kopecks < -credit_limit_kopecks
    and not (exists (select from contract c where c.contract_id = balanced.contract_id and c.state = 'closed')
      and not exists (
        select from added join ledger_transaction t using (transaction_id)
        where added.account_id = balanced.account_id and t.kind <> 'charge'))
  limit 1;
  if found and exists (select from added join ledger_transaction t using (transaction_id)
    where not t.is_reversal and not starts_with(t.reference, 'outside:')) then
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
