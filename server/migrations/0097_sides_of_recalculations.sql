-- A correction of no line is a recalculation of what was charged, whatever its sign (docs/decisions/0152). In the subscriber's favour
-- it raised what was paid in; now it lowers what was charged. Sums, days and texts of lines stay: only the mark of the side changes.

-- This also locks the ledger: whoever enters a line meanwhile waits for the end, and then enters it by the new rule.
alter table ledger_entry disable trigger ledger_entry_is_immutable;

create or replace function gives_back(kind text, corrects bigint, account bigint, amount bigint) returns boolean
language plpgsql stable as $$
begin
  if kind in ('payment', 'refund') then return amount < 0; end if;
  if kind = 'charge' then return amount > 0; end if;
  if corrects is null then return kind = 'correction' and amount > 0; end if;
  return coalesce((
    select (amount > 0) <> ((e.amount_kopecks > 0) <> e.is_return)
    from ledger_entry e
    where e.transaction_id = corrects and e.account_id = account
    order by e.entry_id
    limit 1), amount > 0);
end $$;

-- First the corrections of no line, then in each round those of the lines that have changed their side in the round before.
do $$
declare
  due bigint[];
begin
  select array_agg(transaction_id) into due
  from ledger_transaction where kind = 'correction' and corrects_transaction_id is null;
  while due is not null loop
    with changed as (
      update ledger_entry e
      set is_return = not e.is_return
      from ledger_transaction t, account a
      where e.transaction_id = any(due) and t.transaction_id = e.transaction_id
        and a.account_id = e.account_id and a.contract_id is not null
        and e.is_return <> gives_back(t.kind, t.corrects_transaction_id, e.account_id, e.amount_kopecks)
      returning e.transaction_id, e.account_id, e.day,
        case when (e.amount_kopecks > 0) <> e.is_return then e.amount_kopecks else -e.amount_kopecks end as shift
    ), month as (
      -- What one side loses by a line is what the other one was without it: both totals change by the same sum.
      update account_month m
      set paid_kopecks = m.paid_kopecks + moved.shift, charged_kopecks = m.charged_kopecks + moved.shift
      from (
        select account_id, to_char(day, 'YYYY-MM') as period, sum(shift)::bigint as shift from changed group by 1, 2
      ) moved
      where m.account_id = moved.account_id and m.period = moved.period
    )
    select array_agg(c.transaction_id) into due
    from (select distinct transaction_id from changed) origin
    join ledger_transaction c on c.corrects_transaction_id = origin.transaction_id;
  end loop;
end $$;

alter table ledger_entry enable trigger ledger_entry_is_immutable;
