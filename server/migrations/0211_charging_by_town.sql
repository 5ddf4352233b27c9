-- Another billing may charge one town or one contract beside ours (docs/decisions/0292): the nearest source wins, that of the contract, else of
-- its town, else of the provider.

alter table charging_source drop constraint charging_source_scope_check;
alter table charging_source
  add column town_id integer unique references town,
  add column contract_id bigint unique references contract,
  add constraint charging_source_scope_check
    check (scope = coalesce('contract ' || contract_id, 'town ' || town_id, 'provider') and num_nonnulls(town_id, contract_id) <= 1);

-- Each account knows its source, so no statement looks for it. What another billing charges is charged through no day here: a run that would
-- charge it cannot mark it.
alter table account
  add column charged_outside boolean not null default false,
  add constraint account_charged_by_one_side check (not charged_outside or (charged_through is null and contract_id is not null));
update account set charged_outside = true
where contract_id is not null and exists (select from charging_source where source = 'external');

create function nearest_charging_source(contract bigint, town integer) returns text language sql stable as $$
  select source from charging_source
  where contract_id = contract or town_id = town or scope = 'provider'
  order by contract_id is null, town_id is null limit 1
$$;

-- Whoever names a source holds the row of the provider (`for update`), so a new account waits for him, and he for it.
create function take_charging_source() returns trigger language plpgsql as $$
begin
  perform from charging_source where scope = 'provider' for key share;
  new.charged_outside := (select nearest_charging_source(c.contract_id, c.town_id) = 'external' from contract c
    where c.contract_id = new.contract_id);
  return new;
end
$$;
create trigger account_takes_charging_source before insert on account
  for each row when (new.contract_id is not null) execute function take_charging_source();

create function follow_charging_source() returns trigger language plpgsql as $$
declare
  town integer := case tg_op when 'DELETE' then old.town_id else new.town_id end;
  contract bigint := case tg_op when 'DELETE' then old.contract_id else new.contract_id end;
begin
  update account a set charged_outside = not a.charged_outside,
    charged_through = case when a.charged_outside then a.charged_through end
  from contract c
  where c.contract_id = a.contract_id and (contract is null or c.contract_id = contract) and (town is null or c.town_id = town)
    and a.charged_outside <> (nearest_charging_source(c.contract_id, c.town_id) = 'external');
  return null;
end
$$;
create trigger charging_source_is_followed after insert or update or delete on charging_source
  for each row execute function follow_charging_source();

-- A contract that moves keeps whoever charges it; a person changes that first, with all that it takes.
create function keep_charging_source() returns trigger language plpgsql as $$
begin
  perform from charging_source where scope = 'provider' for key share;
  if nearest_charging_source(new.contract_id, new.town_id) <> nearest_charging_source(old.contract_id, old.town_id) then
    raise exception 'contract % would move to a town of another charging source', new.contract_id
      using errcode = 'check_violation', constraint = 'contract_keeps_charging_source';
  end if;
  return new;
end
$$;
create trigger contract_keeps_charging_source before update of town_id on contract
  for each row when (new.town_id <> old.town_id) execute function keep_charging_source();

-- As in 0196, by the account instead of the provider.
create or replace function request_money() returns trigger language plpgsql as $$
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
  cross join lateral (
    select contract_id, account_no from account where account_id = e.account_id and charged_outside limit 1) a
  cross join lateral (
    select kind, reference, is_reversal, corrects_transaction_id from ledger_transaction where transaction_id = e.transaction_id limit 1) t
  where t.kind <> 'opening' and not starts_with(t.reference, 'outside:') and e.amount <> 0
  order by e.entry_id;
  return null;
end
$$;
