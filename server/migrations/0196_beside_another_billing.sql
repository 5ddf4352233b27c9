-- Beside another billing (docs/decisions/0272): whose charging counts, what the other side has told, and what it is asked for.

-- The whole provider is one scope; a town or a contract would be further ones.
create table charging_source (
  scope text primary key default 'provider' check (scope = 'provider'),
  source text not null default 'own' check (source in ('own', 'external')),
  since timestamptz not null default now()
);
insert into charging_source default values;

-- «Другая расчётная система»: what it has told of a balance stands against this account of the provider.
alter table account drop constraint account_kind_check;
alter table account add constraint account_kind_check
  check (kind in ('i', 't', 'acquirer', 'cash', 'revenue', 'correction', 'desk', 'external'));

-- The latest balance that was told of an account, and the last request of it that this balance contains.
create table billing_told_balance (
  account_id bigint primary key references account,
  version bigint not null check (version > 0),
  balance_kopecks bigint not null,
  counted_to bigint not null check (counted_to >= 0),
  told_at timestamptz not null
);
create table billing_told_service (
  user_id bigint primary key references service_user,
  version bigint not null check (version > 0),
  state text not null check (state in ('active', 'debt', 'operator')),
  plan_id integer references plan,
  told_at timestamptz not null
);

create index billing_told_service_of_plan on billing_told_service (plan_id);

-- Rows that were not taken and that a person must look at; a row that is taken later ends its own.
create table billing_conflict (
  told text not null check (told in ('balance', 'service')),
  key text not null,
  reason text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1,
  primary key (told, key)
);

-- What the cabinet asks the other billing to book or to decide.
create table billing_request (
  request_no bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  kind text not null check (kind in ('payment', 'reversal', 'refund', 'correction', 'plan')),
  account_id bigint references account,
  amount_kopecks bigint,
  user_id bigint references service_user,
  plan_id integer references plan,
  from_day date,
  body jsonb not null,
  made_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused')),
  reason text,
  answered_at timestamptz,
  constraint billing_request_is_answered check ((state = 'waiting') = (answered_at is null)),
  constraint billing_request_has_reason check ((state = 'refused') = (reason is not null)),
  constraint billing_request_names check (case kind when 'plan' then user_id is not null and plan_id is not null and from_day is not null
    else account_id is not null and amount_kopecks is not null end)
);
create index billing_request_open on billing_request (request_no) where state <> 'confirmed';
create index billing_request_of_account on billing_request (account_id, request_no);
create index billing_request_of_service on billing_request (user_id, request_no);
create index billing_request_of_plan on billing_request (plan_id);
create index billing_request_of_contract on billing_request (contract_id);
create unique index billing_request_one_plan on billing_request (user_id) where kind = 'plan' and state = 'waiting';

-- Money that moves here, whatever moves it, becomes a request; what the other side has told itself (`outside:…`) does not. The account
-- is locked by then (`ledger_entries_move_balances`), so the requests of one account are numbered as they commit.
create function request_money() returns trigger language plpgsql as $$
begin
  if not exists (select from charging_source where source = 'external') then
    return null;
  end if;
  insert into billing_request (contract_id, kind, account_id, amount_kopecks, body, made_at)
  select a.contract_id, case when t.is_reversal then 'reversal' when t.kind in ('payment', 'refund') then t.kind else 'correction' end,
    e.account_id, e.amount, jsonb_strip_nulls(jsonb_build_object('account_no', a.account_no, 'sum_kopecks', e.amount, 'day', e.day,
      'method', e.method, 'transaction_id', e.transaction_id, 'corrects_transaction_id', t.corrects_transaction_id)), e.happened_at
  from (
    select transaction_id, account_id, sum(amount_kopecks)::bigint as amount, min(happened_at) as happened_at, min(day) as day,
      min(method) as method, min(entry_id) as entry_id
    from added group by transaction_id, account_id) e
  cross join lateral (select contract_id, account_no from account where account_id = e.account_id limit 1) a
  cross join lateral (
    select kind, reference, is_reversal, corrects_transaction_id from ledger_transaction where transaction_id = e.transaction_id limit 1) t
  where a.contract_id is not null and t.kind <> 'opening' and not starts_with(t.reference, 'outside:') and e.amount <> 0
  order by e.entry_id;
  return null;
end
$$;
create trigger ledger_entries_request after insert on ledger_entry
  referencing new table as added for each statement execute function request_money();

create function note_billing_request() returns trigger language plpgsql as $$
begin
  perform note_change(case tg_op when 'INSERT' then 'billing.requested' else 'billing.answered' end, new.contract_id,
    coalesce(new.answered_at, new.made_at), jsonb_build_object('request_no', new.request_no, 'what', new.kind, 'state', new.state,
      'user_id', new.user_id, 'plan_id', new.plan_id));
  return null;
end
$$;
create trigger billing_request_is_noted_new after insert on billing_request for each row execute function note_billing_request();
create trigger billing_request_is_noted after update on billing_request
  for each row when (old.state is distinct from new.state) execute function note_billing_request();

-- What the other billing has told may exceed the credit limit: it is a fact. Everything else is as before.
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
