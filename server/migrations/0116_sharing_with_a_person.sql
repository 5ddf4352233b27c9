-- A contract is shared with somebody who has none: an invitation goes to a phone or an e-mail, and whoever proves it gets a sign-in.
-- Such a person is a row of `contract` with a negative number, without accounts and services, so that everything about signing in
-- (password, passkeys, sessions, messages) holds for her as it is (docs/decisions/0192).

alter table share_invitation
  -- Where it was sent; null: the owner hands a code over himself.
  add column contact_kind text check (contact_kind in ('phone', 'email')),
  add column contact text,
  -- How the owner calls the person.
  add column label text check (length(label) between 1 and 40),
  add column sent_at timestamptz,
  add constraint share_invitation_contact_check
    check ((contact is null) = (contact_kind is null) and (contact is null) = (label is null) and (contact is null) = (sent_at is null));
-- Of those that wait, one to a contact.
create unique index share_invitation_contact on share_invitation (contract_id, contact)
  where withdrawn_at is null and share_id is null;

alter table contract_share
  -- How the owner calls a person without a contract.
  add column label text check (length(label) between 1 and 40),
  drop constraint contract_share_end_reason_check,
  add constraint contract_share_end_reason_check check (end_reason in ('revoked', 'left', 'role_changed'));

alter table session
  drop constraint session_end_reason_check,
  add constraint session_end_reason_check
    check (end_reason in ('signed_out', 'ended_by_client', 'reused_secret', 'password_changed', 'access_closed'));
