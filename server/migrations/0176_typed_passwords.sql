-- What a router has typed for a service of which only a hash is kept (docs/decisions/0251): sealed for RADIUS, until the worker has judged it.
create table radius.typed (
  user_id bigint primary key references radius.service on delete cascade,
  -- Null: judged and deleted.
  password bytea,
  -- Since the first of this hour.
  tries integer not null,
  first_at timestamptz not null default now()
);

-- Keeps the first one that waits for the worker, ten an hour. `typed`: its bytes in hexadecimal digits.
create function radius.keep_typed(asked_user text, typed text, key text) returns integer
volatile language plpgsql security definer set search_path = pg_catalog as $$
declare
  iv bytea := radius.gen_random_bytes(16);
begin
  if typed !~ '^([0-9A-Fa-f]{2}){1,128}$' then return 0; end if;
  insert into radius.typed as t (user_id, password, tries)
  select user_id,
    iv || radius.encrypt_iv(convert_to('typed:' || user_id || e'\n', 'UTF8') || decode(typed, 'hex'), decode(key, 'hex'), iv, 'aes-cbc/pad:pkcs'), 1
  from radius.service s where s.user_id = nullif(asked_user, '')::bigint and s.password is null and not s.is_ended
  on conflict (user_id) do update set
    password = excluded.password,
    tries = case when t.first_at < now() - interval '1 hour' then 1 else t.tries + 1 end,
    first_at = case when t.first_at < now() - interval '1 hour' then now() else t.first_at end
  where t.password is null and (t.tries < 10 or t.first_at < now() - interval '1 hour');
  return 1;
end $$;
revoke all on function radius.keep_typed(text, text, text) from public;
do $$
begin
  if exists (select from pg_roles where rolname = 'kabinet_radius') then
    grant execute on function radius.keep_typed(text, text, text) to kabinet_radius;
  end if;
end $$;
