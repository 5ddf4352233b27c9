-- By what the staff find a contract: its keys in one spelling, written by triggers in the transaction of the change. Nothing here depends on
-- the locale of the database or on an extension (docs/decisions/0197).

-- Lower case, «ё» as «е».
create function search_fold(typed text) returns text language sql immutable parallel safe
  return translate(typed, 'ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁёӘҖҢӨҮҺ',
    'abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюяееәҗңөүһ');

-- The words of a name: between any spaces and signs. A word of absurd length is cut, so that an index can hold it.
create function search_words(typed text) returns text[] language sql immutable parallel safe
  return array(
    select distinct left(word, 60)
    from unnest(string_to_array(translate(search_fold(typed),
      E' \t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~\u00A0\u202F«»„“”’№–—‑', repeat(' ', 60)), ' ')) word
    where word <> '');

-- The keys of a value. A phone is eleven digits with a leading 7 if it can be; a MAC twelve hexadecimal digits.
create function search_keys_of(kind text, value text) returns text[] language sql immutable parallel safe
  return case kind
    when 'name' then search_words(value)
    when 'mac' then array[regexp_replace(search_fold(value), '[^0-9a-f]', '', 'g')]
    when 'device' then array[left(regexp_replace(search_fold(value), '[^0-9a-z]', '', 'g'), 60)]
    when 'phone' then array[regexp_replace(regexp_replace(regexp_replace(value, '\D', '', 'g'), '^8(\d{10})$', '7\1'), '^(\d{10})$', '7\1')]
    else array[left(search_fold(btrim(value)), 300)]
  end;

-- Every three neighbouring characters: what contains a part, contains those of the part. Not `parallel safe`, because starting a second process
-- costs twenty times the search.
create function three_grams(key text) returns text[] language sql immutable
  return array(select distinct substr(key, place, 3) from generate_series(1, length(key) - 2) place);

create function words_beside(kind text, value text) returns text language sql immutable parallel safe
  return case kind when 'name' then left(' ' || array_to_string(search_words(value), ' '), 400) end;

create table search_key (
  contract_id bigint not null references contract on delete cascade,
  -- The row that the key is of: `contact:phone`, `seen_mac:17`.
  source text not null,
  kind text not null check (kind in ('name', 'account', 'phone', 'email', 'number', 'login', 'mac', 'mailbox', 'device')),
  key text collate "C" not null,
  -- The service that it belongs to; a service that moves takes its keys along.
  user_id bigint,
  -- All words of a name, each after a space: beside one of them in the index, the others can be compared without another look-up.
  words text,
  primary key (contract_id, source, key)
);
create index search_key_by_key on search_key (kind, key, contract_id) include (words);
create index search_key_parts on search_key using gin (three_grams(key)) with (gin_pending_list_limit = 256)
  where kind <> 'name' and kind <> 'account';

-- The words of streets and of towns.
create table place_word (
  word text collate "C" not null,
  town_id integer not null references town on delete cascade,
  street_id integer references street on delete cascade,
  unique nulls not distinct (word, town_id, street_id)
);
create index on place_word (street_id);
create index on place_word (town_id);

-- Arguments: the name of the source, the column of its id, the kind of the key (* for that of the row), the column of the value.
create function add_search_keys() returns trigger language plpgsql as $$
begin
  insert into search_key (contract_id, source, kind, key, user_id, words)
  select owner, concat_ws(':', tg_argv[0], whole ->> 'user_id', whole ->> tg_argv[1]), key_kind, key, (whole ->> 'user_id')::bigint,
    words_beside(key_kind, whole ->> tg_argv[3])
  from (select to_jsonb(added) from added) as as_json (whole)
  cross join lateral (
    select case when tg_argv[2] = '*' then whole ->> 'kind' else tg_argv[2] end,
      coalesce((whole ->> 'contract_id')::bigint, (select contract_id from service_user where user_id = (whole ->> 'user_id')::bigint))
  ) as of (key_kind, owner)
  cross join lateral unnest(search_keys_of(key_kind, whole ->> tg_argv[3])) key
  where key <> '' and owner is not null and key_kind not in ('telegram', 'max')
  on conflict do nothing;
  return null;
end $$;

-- Row by row: whoever changes a row holds its lock, so the keys of it are those of its last change.
create function change_search_keys() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  key_kind text := case when tg_argv[2] = '*' then was ->> 'kind' else tg_argv[2] end;
  holder bigint := (select contract_id from service_user where user_id = (was ->> 'user_id')::bigint);
begin
  if key_kind in ('telegram', 'max') then return null; end if;
  delete from search_key
  where contract_id = coalesce((was ->> 'contract_id')::bigint, holder) and source = concat_ws(':', tg_argv[0], was ->> 'user_id', was ->> tg_argv[1]);
  insert into search_key (contract_id, source, kind, key, user_id, words)
  select coalesce((is_now ->> 'contract_id')::bigint, holder), concat_ws(':', tg_argv[0], is_now ->> 'user_id', is_now ->> tg_argv[1]), key_kind, key,
    (is_now ->> 'user_id')::bigint, words_beside(key_kind, is_now ->> tg_argv[3])
  from unnest(search_keys_of(key_kind, is_now ->> tg_argv[3])) key
  where key <> '' and coalesce((is_now ->> 'contract_id')::bigint, holder) is not null
  on conflict do nothing;
  return null;
end $$;

create function move_search_keys() returns trigger language plpgsql as $$
begin
  update search_key set contract_id = new.contract_id where contract_id = old.contract_id and user_id = new.user_id;
  return null;
end $$;

create function keep_place_words() returns trigger language plpgsql as $$
declare
  street_of integer := case tg_table_name when 'street' then (to_jsonb(new) ->> 'street_id')::integer end;
begin
  delete from place_word where town_id = new.town_id and street_id is not distinct from street_of;
  insert into place_word (word, town_id, street_id)
  select word, new.town_id, street_of from unnest(search_words(new.name)) word on conflict do nothing;
  return null;
end $$;

do $$
declare
  one record;
begin
  for one in
    select * from (values
      ('contract', 'contract', '', 'name', 'client_name'),
      ('account', 'account', 'account_id', 'account', 'account_no'),
      ('contact', 'contact', 'kind', '*', 'value'),
      ('further_contact', 'further_contact', 'further_contact_id', '*', 'address'),
      ('phone_number', 'phone_number', 'phone_number', 'number', 'phone_number'),
      ('service_user', 'login', '', 'login', 'login'),
      ('service_access', 'bound_mac', '', 'mac', 'bound_mac'),
      ('service_access', 'seen_mac', '', 'mac', 'seen_mac'),
      ('mail_address', 'mail_address', 'address', 'mailbox', 'address'),
      ('tv_device', 'tv_device', 'device_id', 'device', 'serial')
    ) as followed (followed, source, id, kind, value)
  loop
    execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function add_search_keys(%L, %L, %L, %L)',
      one.source || '_is_found', one.followed, one.source, one.id, one.kind, one.value);
    execute format('create trigger %I after delete on %I for each row execute function change_search_keys(%L, %L, %L, %L)',
      one.source || '_is_found_no_more', one.followed, one.source, one.id, one.kind, one.value);
    execute format('create trigger %I after update on %I for each row when (old.%I is distinct from new.%I%s) execute function change_search_keys(%L, %L, %L, %L)',
      one.source || '_is_found_anew', one.followed, one.value, one.value,
      case when one.followed in ('account', 'contact', 'further_contact', 'phone_number') then ' or old.contract_id is distinct from new.contract_id' else '' end,
      one.source, one.id, one.kind, one.value);
    -- Rows that are there already, as if they came now.
    execute format($fill$
      insert into search_key (contract_id, source, kind, key, user_id, words)
      select coalesce((whole ->> 'contract_id')::bigint, service_user.contract_id),
        concat_ws(':', %L, whole ->> 'user_id', whole ->> %L), key_kind, key, (whole ->> 'user_id')::bigint,
        words_beside(key_kind, whole ->> %L)
      from %I followed
      cross join lateral (select to_jsonb(followed)) as as_json (whole)
      cross join lateral (select case when %L = '*' then whole ->> 'kind' else %L end) as kinds (key_kind)
      left join service_user on service_user.user_id = (whole ->> 'user_id')::bigint
      cross join lateral unnest(search_keys_of(key_kind, whole ->> %L)) key
      where key <> '' and coalesce((whole ->> 'contract_id')::bigint, service_user.contract_id) is not null
        and key_kind not in ('telegram', 'max')
      on conflict do nothing $fill$,
      one.source, one.id, one.value, one.followed, one.kind, one.kind, one.value);
  end loop;
end $$;

create trigger service_user_moves_its_keys after update on service_user for each row
  when (old.contract_id <> new.contract_id) execute function move_search_keys();

create trigger town_is_found after insert or update of name on town for each row execute function keep_place_words();
create trigger street_is_found after insert or update of name on street for each row execute function keep_place_words();
insert into place_word (word, town_id, street_id)
select distinct word, town_id, street_id
from (select name, town_id, null::integer as street_id from town union all select name, town_id, street_id from street) place
cross join unnest(search_words(name)) word;

-- «5 К 1» and «5к1» are one house.
create function house_key(house text) returns text language sql immutable parallel safe
  return search_fold(replace(house, ' ', ''));
create index contract_at_house on contract (street_id, house_key(house) collate "C");
create index contract_at_house_of_town on contract (town_id, house_key(house) collate "C") where street_id is null;
drop index contract_street_id_idx;

-- «1240 22.11»: only a client's line of a payment has a way of paying.
create index ledger_entry_by_sum on ledger_entry (amount_kopecks, day) where method is not null and amount_kopecks > 0;
-- «чек 8841»
create index on fiscal_receipt (fd_number) where fd_number is not null;
create index on fiscal_receipt (given_number) where given_number is not null;
create index on payment (external_id) where external_id is not null;
create index on payment_agent_operation (txn_id);
create index on bank_transfer (document_no);
-- Who had an address at a moment.
create index internet_session_by_address on internet_session (address, started_at desc);
