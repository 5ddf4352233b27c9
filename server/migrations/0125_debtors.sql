-- Since when an account owes: it is below zero, or its services are off because it cannot pay. Kept by the entries and by the marks of
-- debt themselves, so that the list of debtors reads debtors only. It changes only when a debt begins or ends: other updates of an account
-- stay as cheap as they were.
alter table account add column owes_since timestamptz;

create function account_owes_since() returns trigger language plpgsql as $$
begin
  if new.debt_since is not null or new.balance_kopecks < 0 then
    new.owes_since := coalesce(old.owes_since, new.debt_since, old.debt_since);
  else
    new.owes_since := null;
  end if;
  return new;
end $$;
create trigger account_owes_by_debt before update of debt_since on account
  for each row when (new.contract_id is not null and new.debt_since is distinct from old.debt_since)
  execute function account_owes_since();

-- As before, with `owes_since` in the same update as the balance.
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

-- Accounts that are below zero now: since the first line after which they have never been above again.
with line as (
  select e.account_id, e.happened_at, row_number() over by_day as place, sum(e.amount_kopecks) over by_day as balance
  from ledger_entry e join account a using (account_id)
  where a.contract_id is not null and a.balance_kopecks < 0
  window by_day as (partition by e.account_id order by e.day, e.entry_id)
), last_above as (
  select account_id, coalesce(max(place) filter (where balance >= 0), 0) as place from line group by account_id
), below as (
  select l.account_id, min(l.happened_at) as since
  from line l join last_above u using (account_id)
  where l.place > u.place
  group by l.account_id
)
update account a
set owes_since = least(a.debt_since, b.since)
from (select account_id, since from account left join below using (account_id) where contract_id is not null) b
where a.account_id = b.account_id and (a.debt_since is not null or b.since is not null);

create index account_owes on account (owes_since, account_id) where owes_since is not null;

-- One reminder of a debt a day, whoever sends it.
create table debt_reminder (
  contract_id bigint not null references contract,
  day date not null,
  sent_at timestamptz not null,
  operator text not null,
  primary key (contract_id, day)
);
