-- A call that was asked for a number that waits for one already. Whoever asks must not learn of the other request, so he gets a time
-- and a key of his own; the number is called once.
create table call_back_echo (
  key_hash bytea primary key,
  call_back_id bigint not null references call_back,
  consent_id bigint not null references contact_consent,
  topic text not null,
  call_from timestamptz not null,
  call_until timestamptz not null,
  created_at timestamptz not null,
  withdrawn_at timestamptz
);
create index call_back_echo_call_back_id_idx on call_back_echo (call_back_id);
create index call_back_echo_consent_id_idx on call_back_echo (consent_id);
