-- Payments without the client: a subscription at the bank and the rule by which it is charged. And the fiscal receipts of money that came.

-- What the client agreed to, word for word: kept as long as the books are.
create table autopayment (
  autopayment_id uuid primary key,
  account_id bigint not null references account,
  acquirer text not null,
  -- connecting: not confirmed at the bank yet; off: by the client; refused and unsubscribed: at the bank; expired: never confirmed.
  state text not null check (state in ('connecting', 'active', 'off', 'refused', 'unsubscribed', 'expired')),
  days_ahead integer not null check (days_ahead between 1 and 30),
  ceiling_kopecks bigint not null check (ceiling_kopecks > 0),
  subscription_id text,
  payload text,
  -- Nothing is charged for what falls due in this month.
  skipped_period text check (skipped_period ~ '^\d{4}-\d{2}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  connected_at timestamptz,
  ended_at timestamptz,
  unique (acquirer, subscription_id),
  check ((state in ('connecting', 'active')) = (ended_at is null)),
  check (state <> 'active' or (connected_at is not null and subscription_id is not null))
);
create unique index autopayment_one_alive on autopayment (account_id) where state in ('connecting', 'active');
create index on autopayment (account_id, created_at desc);

create table autopayment_consent (
  autopayment_consent_id bigint generated always as identity primary key,
  autopayment_id uuid not null references autopayment,
  version text not null,
  text text not null,
  days_ahead integer not null,
  ceiling_kopecks bigint not null,
  agreed_at timestamptz not null,
  ip inet not null
);
create index on autopayment_consent (autopayment_id);
create trigger autopayment_consent_is_immutable before update or delete or truncate on autopayment_consent
  for each statement execute function refuse_change();

-- A sum that will be missing. One at a time, and none is charged twice: a second of a month follows a first that was paid.
create table autopayment_due (
  autopayment_due_id bigint generated always as identity primary key,
  autopayment_id uuid not null references autopayment,
  -- The month in which the money would run out, and which of its dues this is.
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  number integer not null check (number > 0),
  due_day date not null,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  state text not null check (state in ('planned', 'charging', 'paid', 'failed', 'not_needed', 'beyond', 'cancelled')),
  noticed_at timestamptz not null,
  charge_at timestamptz not null,
  unique (autopayment_id, period, number),
  check (charge_at >= noticed_at + interval '1 day')
);
create unique index autopayment_due_one_open on autopayment_due (autopayment_id) where state in ('planned', 'charging');
create index on autopayment_due (charge_at) where state = 'planned';

-- A payment that the bank is asked for by a subscription has no QR to show; it must not be taken for one that has.
alter table payment add column origin text not null default 'qr' check (origin in ('qr', 'subscription'));
drop index payment_one_alive;
create unique index payment_one_alive on payment (account_id, amount_kopecks)
  where state in ('created', 'pending') and origin = 'qr';

-- Three tries a due at most, one at a time.
create table autopayment_attempt (
  payment_id uuid primary key references payment,
  autopayment_due_id bigint not null references autopayment_due,
  number integer not null check (number between 1 and 3),
  -- The month whose ceiling it counts against.
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  outcome text check (outcome in ('paid', 'refused', 'not_sent')),
  reason text,
  made_at timestamptz not null,
  concluded_at timestamptz,
  unique (autopayment_due_id, number),
  check ((outcome is null) = (concluded_at is null))
);
create unique index autopayment_attempt_one_open on autopayment_attempt (autopayment_due_id) where outcome is null;

-- The sandbox bank's side of a subscription, and what it does with a charge.
create table sandbox_bank.subscription (
  subscription_id text primary key,
  purpose text not null,
  state text not null default 'new' check (state in ('new', 'active', 'refused', 'ended')),
  scenario text not null default 'pays' check (scenario in ('pays', 'refuses', 'silent', 'unsubscribes')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
alter table sandbox_bank.qr add column subscription_id text references sandbox_bank.subscription;
alter table sandbox_bank.operation add column reason text;
create table sandbox_bank.subscription_event (
  event_id uuid primary key,
  subscription_id text not null references sandbox_bank.subscription,
  state text not null check (state in ('active', 'refused', 'ended')),
  happened_at timestamptz not null
);

-- The receipt of a transaction by which money came or went back; one, forever.
create table fiscal_receipt (
  transaction_id bigint primary key references ledger_transaction,
  kind text not null check (kind in ('sell', 'sell_refund')),
  account_id bigint not null references account,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- due: not handed to the cash register yet; sent: it works on it.
  state text not null default 'due' check (state in ('due', 'sent', 'done', 'failed')),
  -- Grows when the register has refused for good and the operator tries again: it knows each receipt once.
  try integer not null default 1 check (try > 0),
  register text,
  register_id text,
  url text,
  fn_number text,
  fd_number text,
  fpd text,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  done_at timestamptz,
  unique (register, register_id),
  check ((state = 'done') = (done_at is not null))
);
create index on fiscal_receipt (created_at) where state <> 'done';

-- The cash register of the demo and the tests.
create schema recorded_fiscal;
create table recorded_fiscal.receipt (
  external_id text primary key,
  receipt_id text not null unique,
  document jsonb not null,
  fd_number bigint generated always as identity,
  registered_at timestamptz not null
);
