-- The history of one service or number is read along an index, newest first; the first one serves its foreign key, too.
drop index ledger_entry_user_id_idx;
create index ledger_entry_of_user on ledger_entry (user_id, day desc, entry_id desc) where user_id is not null;
create index ledger_entry_of_number on ledger_entry (phone_number, day desc, entry_id desc) where phone_number is not null;

-- Secure links: each opens one document once, within a minute. Only the hash of the secret is kept.
create table document_link (
  token_hash bytea primary key,
  contract_id bigint not null references contract,
  -- The link dies with the session that made it.
  session_id text not null references session on delete cascade,
  -- What it opens, as the call that made it was asked.
  document jsonb not null,
  expires_at timestamptz not null
);
create index on document_link (contract_id);
create index on document_link (session_id);
create index on document_link (expires_at);
