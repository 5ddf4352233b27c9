-- Real acquirers: what more a bank tells, money that goes back, and the daily comparison with the bank's own register.

alter table payment
  -- The bank's number of the operation that paid it: what the client and the bank's support call it by.
  add column external_id text,
  -- The day of the bank in whose register it stands.
  add column reconciled_on date;
create index on payment (acquirer, paid_at) where state in ('paid', 'refunded') and reconciled_on is null;

alter table payment_notification
  -- Our number of the order, where the bank repeats it: it outweighs the QR, which not every bank signs.
  add column order_id uuid,
  -- told: by the bank itself; asked: we asked it; registry: its register named the payment, and then we asked.
  add column source text not null default 'told' check (source in ('told', 'asked', 'registry'));

-- Money that goes back to the payer. It leaves the client's account when it is asked for, so that it cannot be spent
-- meanwhile; a bank that declines brings it back by a correction.
create table refund (
  refund_id uuid primary key,
  payment_id uuid not null references payment,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- due: the bank has not answered yet; requested: it has taken it and works on it.
  state text not null default 'due' check (state in ('due', 'requested', 'done', 'declined')),
  transaction_id bigint not null unique references ledger_transaction,
  correction_transaction_id bigint unique references ledger_transaction,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state in ('done', 'declined')) = (settled_at is not null)),
  check ((state = 'declined') = (correction_transaction_id is not null))
);
-- One at a time: a bank's answer about a payment then belongs to one refund.
create unique index refund_one_open on refund (payment_id) where state in ('due', 'requested');
create index on refund (payment_id, created_at);

-- Whoever asks for a refund waits here for the one before; together they never exceed the payment.
create function refunds_within_payment() returns trigger language plpgsql as $$
declare
  paid bigint;
begin
  select amount_kopecks into paid from payment where payment_id = new.payment_id for no key update;
  if paid < (select sum(amount_kopecks) from refund where payment_id = new.payment_id and state <> 'declined') then
    raise exception 'refunds of payment % would exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return null;
end $$;
create trigger refund_within_payment after insert on refund
  for each row execute function refunds_within_payment();

-- What the comparison with a bank's register found for a person to look at. Nothing is undone by itself.
create table reconciliation_finding (
  finding_id bigint generated always as identity primary key,
  acquirer text not null,
  -- The day of the bank's register.
  day date not null,
  -- ours_only: we credited what the register does not have; theirs_only: it has what nobody here ordered or what the bank
  -- itself does not confirm; sum_differs: both have it with different sums.
  kind text not null check (kind in ('ours_only', 'theirs_only', 'sum_differs')),
  -- The payment's id, or the bank's number of what is no payment of ours.
  subject text not null,
  amount_kopecks bigint not null,
  found_at timestamptz not null,
  -- When a later comparison, or a late notification, explained it.
  resolved_at timestamptz,
  unique (acquirer, kind, subject)
);
create index on reconciliation_finding (found_at) where resolved_at is null;

-- The sandbox bank gives money back, too.
create table sandbox_bank.refund (
  refund_id uuid primary key,
  qr_id text not null references sandbox_bank.qr,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  state text not null check (state in ('requested', 'done', 'declined')),
  created_at timestamptz not null
);
