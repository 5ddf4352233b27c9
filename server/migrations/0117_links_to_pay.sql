-- A link by which somebody else pays for an account without signing in. It shows the sum and the owner's words, nothing else.

create table payment_link (
  payment_link_id uuid primary key,
  account_id bigint not null references account,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- Whom for, in the owner's words.
  words text not null check (length(words) between 1 and 80),
  -- A keyed hash.
  secret_mark bytea not null unique,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- By hand.
  ended_at timestamptz,
  -- Of the first payment by it; there is one, unless two codes of its bank were paid.
  paid_at timestamptz,
  -- What the payer wrote: for the owner, and where the receipt goes.
  payer_note text check (length(payer_note) between 1 and 120),
  payer_email text check (length(payer_email) <= 254)
);
create index on payment_link (account_id, made_at desc);

alter table payment
  add column payment_link_id uuid references payment_link,
  drop constraint payment_origin_check,
  add constraint payment_origin_check check (origin in ('qr', 'subscription', 'joint', 'link')),
  add constraint payment_of_link check ((origin = 'link') = (payment_link_id is not null));
-- A link has one code at a time that can be paid.
create unique index payment_one_of_link on payment (payment_link_id) where state in ('created', 'pending') and origin = 'link';
create index on payment (payment_link_id) where payment_link_id is not null;
