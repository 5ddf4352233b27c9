-- What a client has agreed to besides the contract: the very words, and every decision about them. Nothing here is ever changed.

create table consent_text (
  consent_text_id bigint generated always as identity primary key,
  -- As in the provider's file. Without `marketing` no news are sent.
  name text not null,
  version text not null,
  title text not null,
  text text not null,
  -- SHA-256 of title and text: a text that is changed under the same version is another row.
  text_hash bytea not null,
  first_used_at timestamptz not null,
  unique (name, version, text_hash)
);
create trigger consent_text_is_immutable before update or delete or truncate on consent_text
  for each statement execute function refuse_change();

create table consent_decision (
  consent_decision_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  consent_text_id bigint not null references consent_text,
  -- Of its text: the latest decision of a name counts.
  name text not null,
  is_given boolean not null,
  decided_at timestamptz not null,
  -- Sessions are deleted one day; this line is not.
  session_id text not null,
  ip inet not null,
  -- The User-Agent header.
  browser text not null
);
create index on consent_decision (contract_id, name, consent_decision_id desc);
create index on consent_decision (consent_text_id);
create trigger consent_decision_is_immutable before update or delete or truncate on consent_decision
  for each statement execute function refuse_change();

-- What guests agreed to is as fixed.
create trigger contact_consent_is_immutable before update or delete or truncate on contact_consent
  for each statement execute function refuse_change();
