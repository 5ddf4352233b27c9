-- Prices with a first day. The catalogue has the price before the first of them. Every running process of this version reads them;
-- one of the version before knows the catalogue only, so no price may be planned for the day of the update (it cannot be: the
-- earliest day is tomorrow).
create table price_change (
  price_change_id bigint generated always as identity primary key,
  sold_kind text not null check (sold_kind in ('plan', 'option', 'program')),
  plan_id integer references plan,
  option_id integer references plan_option,
  program_id integer references program,
  sold_id integer not null generated always as (coalesce(plan_id, option_id, program_id)) stored,
  -- Charges of months that begin on this day or later cost the new price; of prices by the day, those of this day and later.
  from_day date not null,
  price_kopecks bigint not null check (price_kopecks >= 0),
  -- `settled`: no running period began before it, and the catalogue has the price now.
  state text not null default 'planned' check (state in ('planned', 'withdrawn', 'settled')),
  -- The name of the operator.
  planned_by text not null,
  planned_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by text,
  -- Contracts up to this one have been told; of a withdrawn price, that it is withdrawn.
  told_after bigint not null default 0,
  -- When all were told; null: not yet.
  told_at timestamptz,
  check (num_nonnulls(plan_id, option_id, program_id) = 1),
  check (case sold_kind when 'plan' then plan_id when 'option' then option_id else program_id end is not null),
  check ((state = 'withdrawn') = (withdrawn_at is not null))
);
-- What a thing costs on a day; one price for a day.
create unique index price_change_on_day on price_change (sold_kind, sold_id, from_day) where state = 'planned';
create index on price_change (price_change_id) where told_at is null;
create index on price_change (plan_id);
create index on price_change (option_id);
create index on price_change (program_id);

-- The day from which the service has its plan; null: since it was opened, or long ago. A plan taken within a month costs
-- the price of that day.
alter table service_user add column plan_since date;
