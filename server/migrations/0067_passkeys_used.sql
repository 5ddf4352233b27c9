-- Passkeys open the portal. What a passkey signs carries its own proof of who asked and until when, so only spent ones are stored.

drop table passkey_challenge;

create table spent_challenge (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index on spent_challenge (expires_at);
