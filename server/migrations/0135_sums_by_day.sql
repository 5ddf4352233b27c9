-- What the books say of each day, for reports (docs/decisions/0209). Entries add rows and wait for nobody: a row that all payments of a
-- day change would be a queue for them. A job puts the rows of a day together; the sums are right before and after.
create table ledger_day (
  day date not null,
  side text not null check (side in ('paid', 'charged')),
  -- Where a payment came from, or the kind of the service that was charged.
  what text not null check (what in
    ('cash', 'bank', 'terminal', 'card', 'sbp', 'transfer', 'promised', 'internet', 'tv', 'sip', 'mail', 'telephone', 'other')),
  -- Of the service, when it was charged.
  plan_id integer,
  given_kopecks bigint not null,
  returned_kopecks bigint not null,
  lines bigint not null,
  is_folded boolean not null default false
);
create index ledger_day_by_day on ledger_day (day);
create index ledger_day_loose on ledger_day (day) where not is_folded;

create function entries_count_by_day() returns trigger language plpgsql as $$
begin
  insert into ledger_day (day, side, what, plan_id, given_kopecks, returned_kopecks, lines)
  select day, side, what, case when side = 'charged' then plan_id end,
    coalesce(sum(amount) filter (where not is_return), 0), coalesce(sum(amount) filter (where is_return), 0), count(*)
  from (
    select e.day, e.is_return, abs(e.amount_kopecks) as amount,
      case when (e.amount_kopecks > 0) <> e.is_return then 'paid' else 'charged' end as side,
      case
        when (e.amount_kopecks > 0) = e.is_return then
          case when e.phone_number is not null then 'telephone' else coalesce(u.service_kind, 'other') end
        when e.method = 'cash' and starts_with(t.reference, 'teller:') then 'terminal'
        else coalesce(e.method, 'other')
      end as what,
      coalesce(n.plan_id, u.plan_id) as plan_id
    from added e
    cross join lateral (select kind, reference from ledger_transaction where transaction_id = e.transaction_id limit 1) t
    left join lateral (select service_kind, plan_id from service_user where user_id = e.user_id limit 1) u on true
    left join lateral (select plan_id from phone_number where phone_number = e.phone_number limit 1) n on true
    where t.kind <> 'opening' and (select contract_id from account a where a.account_id = e.account_id) is not null
  ) line
  group by day, side, what, case when side = 'charged' then plan_id end;
  return null;
end $$;
create trigger ledger_entries_count_by_day after insert on ledger_entry
  referencing new table as added for each statement execute function entries_count_by_day();

-- The days before. A service had the plan that its next change has taken from it.
insert into ledger_day (day, side, what, plan_id, given_kopecks, returned_kopecks, lines, is_folded)
select day, side, what, case when side = 'charged' then plan_id end,
  coalesce(sum(amount) filter (where not is_return), 0), coalesce(sum(amount) filter (where is_return), 0), count(*), true
from (
  select e.day, e.is_return, abs(e.amount_kopecks) as amount,
    case when (e.amount_kopecks > 0) <> e.is_return then 'paid' else 'charged' end as side,
    case
      when (e.amount_kopecks > 0) = e.is_return then
        case when e.phone_number is not null then 'telephone' else coalesce(u.service_kind, 'other') end
      when e.method = 'cash' and starts_with(t.reference, 'teller:') then 'terminal'
      else coalesce(e.method, 'other')
    end as what,
    coalesce(n.plan_id, (
      select c.previous_plan_id from plan_change c
      where c.user_id = e.user_id and c.state = 'done' and c.from_day > e.day and c.previous_plan_id is not null
      order by c.from_day, c.plan_change_id limit 1), u.plan_id) as plan_id
  from ledger_entry e
  join ledger_transaction t using (transaction_id)
  join account a on a.account_id = e.account_id and a.contract_id is not null
  left join service_user u on u.user_id = e.user_id
  left join phone_number n on n.phone_number = e.phone_number
  where t.kind <> 'opening'
) line
group by day, side, what, case when side = 'charged' then plan_id end;

-- What the rest of the month will charge, as the forecasts of all contracts say after a day; counted part by part.
create table revenue_run (
  day date primary key,
  after_contract bigint not null default 0,
  ahead_kopecks bigint not null default 0,
  finished_at timestamptz
);

-- The last day of a contract.
alter table contract add column closed_on date;
update contract c
set closed_on = (
  select max(closed_on) from (
    select closed_on from service_user u where u.contract_id = c.contract_id
    union all select closed_on from phone_number n where n.contract_id = c.contract_id) ended)
where state = 'closed';

create index contract_by_opening on contract (opened_on);
create index contract_by_closing on contract (closed_on) where closed_on is not null;
create index service_user_by_opening on service_user (opened_on);
create index service_user_by_closing on service_user (closed_on) where closed_on is not null;
create index promised_payment_by_taking on promised_payment (taken_at);
-- The lines of a day are listed.
create index ledger_transaction_by_day on ledger_transaction (day, transaction_id);
