-- A contract is shared until a day: the access ends as this day begins for the provider. Null: until somebody ends it.

alter table share_invitation
  add column ends_at timestamptz,
  -- Nobody accepts what would be over at once.
  add constraint share_invitation_term_check check (ends_at >= expires_at);

alter table contract_share
  add column ends_at timestamptz,
  -- The end that both sides were reminded of.
  add column reminded_of timestamptz,
  add constraint contract_share_term_check check (ends_at > since),
  drop constraint contract_share_end_reason_check,
  add constraint contract_share_end_reason_check check (end_reason in ('revoked', 'left', 'role_changed', 'expired'));
create index on contract_share (ends_at) where ended_at is null and ends_at is not null;

-- Whoever listens knows when his access ends: with another term he must begin anew.
create function tell_share_term() returns trigger language plpgsql as $$
begin
  perform pg_notify('kabinet_event', jsonb_build_object(
    'tx', pg_current_xact_id()::text, 'what', 'session', 'session', session_id)::text)
  from session where share_id = new.share_id and ended_at is null;
  return null;
end
$$;
create trigger contract_share_tells_term after update of ends_at on contract_share
  for each row when (old.ends_at is distinct from new.ends_at)
  execute function tell_share_term();
