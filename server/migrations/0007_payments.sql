-- Money on its way in: payments ordered here, notifications of acquirers, and what is owed to the outside.

create table payment (
  payment_id uuid primary key,
  account_id bigint not null references account,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  state text not null check (state in ('created', 'pending', 'paid', 'expired', 'rejected', 'refunded')),
  acquirer text not null,
  qr_id text,
  payload text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  transaction_id bigint references ledger_transaction,
  unique (acquirer, qr_id),
  check ((state in ('paid', 'refunded')) = (transaction_id is not null)),
  check ((state in ('paid', 'refunded')) = (paid_at is not null))
);
-- The same account and sum with a QR still alive is the same payment (R-35).
create unique index payment_one_alive on payment (account_id, amount_kopecks) where state in ('created', 'pending');
create index on payment (account_id, created_at desc);
create index on payment (transaction_id);

-- Stored as it came before it is understood: what was accepted is never lost, and every outside id counts once, forever.
create table payment_notification (
  notification_id bigint generated always as identity primary key,
  acquirer text not null,
  external_id text not null,
  qr_id text not null,
  status text not null,
  amount_kopecks bigint not null,
  received_at timestamptz not null,
  body text not null,
  -- due: not applied yet; surplus and mismatch wait for the operator.
  outcome text not null default 'due'
    check (outcome in ('due', 'credited', 'rejected', 'expired', 'ignored', 'surplus', 'mismatch')),
  applied_at timestamptz,
  unique (acquirer, external_id, status),
  check ((outcome = 'due') = (applied_at is null))
);
create index on payment_notification (acquirer, qr_id);
create index on payment_notification (received_at) where outcome in ('due', 'surplus', 'mismatch');

-- Effects owed to the outside world; the job queue carries them, this table is what the operator sees.
create table outbox_effect (
  effect_id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  unique_key text unique,
  state text not null default 'due' check (state in ('due', 'done', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((state = 'done') = (done_at is not null))
);
create index on outbox_effect (created_at) where state <> 'done';

-- Replies kept for 24 hours, so that a request sent twice is carried out once (R-40).
create table idempotency_key (
  contract_id bigint not null references contract,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (contract_id, key)
);
create index on idempotency_key (created_at);
