-- A packet of accounting is written by a function: its statement is parsed and planned once for a connection, not for each packet, which
-- halves what PostgreSQL does for one (decision 306). Numbers come as texts, an absent one empty. Whoever calls it may insert himself:
-- settings of its own would be set and reset for each packet.
create function radius.account(
  nas text, kind text, session text, unique_id text, login text, class text, mac text, port text, address text, prefix text, nat text,
  delay text, seconds text, gigawords_in text, octets_in text, gigawords_out text, octets_out text, cause text, nas_time text
) returns void language plpgsql as $$
begin
  insert into radius.accounting (nas, kind, session, unique_id, login, class, mac, port, address, prefix, nat, delay, seconds,
    bytes_in, bytes_out, cause, nas_time)
  values ($1::inet, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, nullif($12, '')::bigint, nullif($13, '')::bigint,
    (coalesce(nullif($14, '')::bigint, 0) << 32) + coalesce(nullif($15, '')::bigint, 0),
    (coalesce(nullif($16, '')::bigint, 0) << 32) + coalesce(nullif($17, '')::bigint, 0), $18, $19);
end $$;
revoke all on function radius.account from public;
-- A role that is there already may go on with its files of before, and may take the new ones.
do $$
begin
  if exists (select from pg_roles where rolname = 'kabinet_radius') then
    grant execute on function radius.account to kabinet_radius;
  end if;
end $$;
