-- The number of a contract as its provider prints it on papers, «ЮЛ-30003/17», beside the inner one (docs/decisions/0276).

-- One spelling of a printed number, as `printedKey` of contract/src/kernel/papers/printed-no.ts makes it: case, look-alike letters and signs do
-- not matter, but two groups of digits stay two.
create function printed_key(printed text) returns text language sql immutable parallel safe
  return translate(
    regexp_replace(translate(search_fold(printed), 'abcehkmoptxy', 'авсенкмортху'), '(?<=[0-9])[ №./\\_–—‑−-]+(?=[0-9])', '|', 'g'),
    '| №./\_–—‑−-', '/');

alter table contract add column printed_no text;
alter table contract add constraint contract_printed_no_check check (
  printed_no ~ '^[0-9A-Za-zА-Яа-яЁё №./\\_–—‑−-]{1,32}$' and printed_no ~ '[^0-9 №]' and printed_key(printed_no) ~ '[0-9]' and printed_key(printed_no) ~ '[^0-9]');
create unique index contract_by_printed_no on contract (printed_key(printed_no) collate "C");

-- Whoever follows the changes of a contract learns of its new number, too.
create or replace function note_contract() returns trigger language plpgsql as $$
begin
  if new.state <> old.state then
    perform note_change(case new.state when 'closed' then 'contract.closed' when 'suspended' then 'contract.suspended'
      else 'contract.reopened' end, new.contract_id, null, jsonb_build_object('state', new.state, 'day', new.closed_on));
  end if;
  if (new.client_name, new.is_company) is distinct from (old.client_name, old.is_company) then
    perform note_change('contract.changed', new.contract_id, null, '{"what": "name"}');
  end if;
  if (new.town_id, new.street_id, new.house, new.flat) is distinct from (old.town_id, old.street_id, old.house, old.flat) then
    perform note_change('contract.changed', new.contract_id, null, '{"what": "address"}');
  end if;
  if new.billing_day <> old.billing_day then
    perform note_change('contract.changed', new.contract_id, null, '{"what": "billing_day"}');
  end if;
  if new.printed_no is distinct from old.printed_no then
    perform note_change('contract.changed', new.contract_id, null, '{"what": "printed_no"}');
  end if;
  return null;
end
$$;
