-- A price of its own, or a discount in percent, of something that a contract has, for some days (docs/decisions/0216).
create table individual_price (
  individual_price_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  -- Who pays. A service that is handed over to another contract leaves its prices behind.
  account_id bigint not null references account,
  user_id bigint references service_user,
  phone_number text references phone_number,
  sold_kind text not null check (sold_kind in ('plan', 'option', 'program')),
  -- A price is that of one plan; a discount is of the service, whatever its plan, and has none.
  plan_id integer references plan,
  option_id integer references plan_option,
  program_id integer references program,
  -- The fee, as `feesIn` names it.
  what text not null generated always as (case sold_kind
    when 'plan' then coalesce(phone_number, user_id::text) || ':plan'
    when 'option' then user_id::text || ':option-' || option_id::text
    else coalesce(user_id::text || ':program-', contract_id::text || ':contract-program-') || program_id::text end) stored,
  price_kopecks bigint check (price_kopecks >= 0),
  percent integer check (percent between 1 and 100),
  from_day date not null,
  -- The first day after it; null: without end.
  until_day date check (until_day > from_day),
  -- The day from which it holds no longer because it was ended before.
  ended_on date check (ended_on >= from_day),
  ends_on date generated always as (least(until_day, ended_on)) stored,
  reason text not null check (length(reason) between 1 and 200),
  given_by text not null,
  given_at timestamptz not null,
  ended_by text,
  ended_at timestamptz,
  -- When the subscriber was told of the end that comes.
  told_at timestamptz,
  check (num_nonnulls(price_kopecks, percent) = 1),
  check (num_nonnulls(user_id, phone_number) < 2),
  check (case sold_kind
    when 'plan' then num_nonnulls(option_id, program_id) = 0 and num_nonnulls(user_id, phone_number) = 1
      and (plan_id is null) = (price_kopecks is null)
    when 'option' then option_id is not null and user_id is not null and num_nonnulls(plan_id, program_id) = 0
    else program_id is not null and phone_number is null and num_nonnulls(plan_id, option_id) = 0 end),
  check (num_nonnulls(ended_by, ended_at, ended_on) in (0, 3)),
  -- One of them for a day: the first range is the holder, the second the thing.
  constraint individual_price_once exclude using gist (
    int8range(coalesce(user_id, phone_number::bigint, contract_id), coalesce(user_id, phone_number::bigint, contract_id), '[]') with &&,
    int8range(
      case when option_id is not null then option_id * 4::bigint + 1 when program_id is null then 0
        when user_id is not null then program_id * 4::bigint + 2 else program_id * 4::bigint + 3 end,
      case when option_id is not null then option_id * 4::bigint + 1 when program_id is null then 0
        when user_id is not null then program_id * 4::bigint + 2 else program_id * 4::bigint + 3 end, '[]') with &&,
    daterange(from_day, least(until_day, ended_on)) with &&)
);
create index individual_price_of_fee on individual_price (account_id, what);
create index on individual_price (contract_id);
create index on individual_price (user_id) where user_id is not null;
create index on individual_price (phone_number) where phone_number is not null;
create index on individual_price (plan_id) where plan_id is not null;
create index on individual_price (option_id) where option_id is not null;
create index on individual_price (program_id) where program_id is not null;
create index individual_price_ending on individual_price (ends_on) where told_at is null and ends_on is not null;

-- What the days of a charge would have cost without a price of its own; null: that is what they cost.
alter table ledger_entry add column full_rate_kopecks bigint;
