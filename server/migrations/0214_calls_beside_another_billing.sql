-- A call is charged by whoever charges its day (docs/decisions/0301).

-- The first moment that ours charges after another billing has; null: no other has.
alter table charging_source add column own_since timestamptz;
alter table account
  add column own_since timestamptz,
  add constraint account_own_after_other check (own_since is null or not charged_outside);

create or replace function follow_charging_source() returns trigger language plpgsql as $$
declare
  town integer := case tg_op when 'DELETE' then old.town_id else new.town_id end;
  contract bigint := case tg_op when 'DELETE' then old.contract_id else new.contract_id end;
  ours timestamptz := coalesce(case when tg_op <> 'DELETE' then new.own_since end, now());
begin
  update account a set charged_outside = not a.charged_outside,
    charged_through = case when a.charged_outside then a.charged_through end,
    own_since = case when a.charged_outside then ours end
  from contract c
  where c.contract_id = a.contract_id and (contract is null or c.contract_id = contract) and (town is null or c.town_id = town)
    and a.charged_outside <> (nearest_charging_source(c.contract_id, c.town_id) = 'external');
  return null;
end
$$;

-- What another billing charges counts as charged. `shadowed_kopecks`: what of it the shadow (docs/decisions/0277) has counted.
alter table call_month
  add column outside_kopecks bigint not null default 0,
  add column shadowed_kopecks bigint not null default 0;
update call_month m
set charged_kopecks = m.amount_kopecks, outside_kopecks = m.amount_kopecks - m.charged_kopecks,
  shadowed_kopecks = m.amount_kopecks - m.charged_kopecks
from call_line l join account a using (account_id)
where l.number = m.phone_number and a.charged_outside and m.amount_kopecks > m.charged_kopecks;

-- As in 0016. Calls that an import has brought are paid already, and whoever brings them says so.
create or replace function calls_move_totals() returns trigger language plpgsql as $$
declare
  moved text := 'select *, 1 as sign from added';
begin
  if tg_op = 'UPDATE' then
    moved := moved || ' union all select *, -1 from removed';
  end if;
  execute 'insert into call_total as t
      (phone_number, period, zone, direction, calls, seconds, covered_seconds, amount_kopecks)
    select phone_number, period, zone, direction, sum(sign), sum(sign * seconds), sum(sign * covered_seconds), sum(sign * amount_kopecks)
    from (' || moved || ') moved
    group by phone_number, period, zone, direction
    order by phone_number, period
    on conflict (phone_number, period, zone, direction) do update
      set calls = t.calls + excluded.calls,
          seconds = t.seconds + excluded.seconds,
          covered_seconds = t.covered_seconds + excluded.covered_seconds,
          amount_kopecks = t.amount_kopecks + excluded.amount_kopecks';
  execute 'with moved as (' || moved || '), payer as materialized (
      select phone_number, one.charged_outside, one.own_since
      from (select distinct phone_number from moved) numbers cross join lateral (
        select a.charged_outside, a.own_since from call_line l join account a using (account_id) where l.number = phone_number limit 1) one
    ), summed as (
      select phone_number, period, sum(sign * amount_kopecks) as amount,
        coalesce(sum(sign * amount_kopecks) filter (where former_key is null and (charged_outside or started_at < own_since)), 0) as outside
      from moved left join payer using (phone_number) group by phone_number, period
    )
    insert into call_month as m (phone_number, period, amount_kopecks, charged_kopecks, outside_kopecks)
    select phone_number, period, amount, outside, outside from summed order by phone_number, period
    on conflict (phone_number, period) do update
      set amount_kopecks = m.amount_kopecks + excluded.amount_kopecks,
          charged_kopecks = m.charged_kopecks + excluded.charged_kopecks,
          outside_kopecks = m.outside_kopecks + excluded.outside_kopecks';
  return null;
end $$;
