-- Money that banks and terminals bring themselves, that comes by transfer, and whose account a person has to find.

alter table ledger_entry drop constraint ledger_entry_method_check;
alter table ledger_entry add constraint ledger_entry_method_check
  check (method in ('sbp', 'card', 'cash', 'bank', 'transfer', 'promised'));

-- An account as a bank's customer may type it: without spaces, leading zeros and the difference of case. `translate` and not
-- `upper`, which leaves Cyrillic as it is where the database speaks no language.
create function account_key(typed text) returns text language sql immutable parallel safe
return ltrim(translate(typed,
  'abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюя ',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'), '0');
create index account_by_key on account (account_key(account_no)) where contract_id is not null;

-- A payment that a teller told us of. The number of the ledger's transaction is what the teller knows it by (`prv_txn`).
create table teller_operation (
  transaction_id bigint primary key references ledger_transaction,
  source text not null,
  txn_id text not null,
  account_id bigint not null references account,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- By the teller's own calendar: the day of its register.
  teller_day date not null,
  registered_at timestamptz not null,
  -- Who gives the payer a fiscal receipt.
  fiscalized_by text not null check (fiscalized_by in ('agent', 'us')),
  found_by text not null check (found_by in ('call', 'register')),
  -- The very bytes of the first answer; a repeat gets them for ever (R-41).
  answer text not null,
  cancelled_at timestamptz,
  cancel_transaction_id bigint unique references ledger_transaction,
  cancel_answer text,
  unique (source, txn_id),
  check ((cancelled_at is null) = (cancel_transaction_id is null)),
  check ((cancelled_at is null) = (cancel_answer is null))
);
create index on teller_operation (source, teller_day);
create index on teller_operation (account_id);

-- The same number with another account or sum: nothing is credited, and a person looks at it.
create table teller_conflict (
  conflict_id bigint generated always as identity primary key,
  source text not null,
  txn_id text not null,
  account_typed text not null,
  amount_kopecks bigint not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (source, txn_id, account_typed, amount_kopecks),
  foreign key (source, txn_id) references teller_operation (source, txn_id)
);

-- Transfers of the provider's bank statement; one without an account waits for a person.
create table bank_transfer (
  transfer_id bigint generated always as identity primary key,
  payer text not null,
  document_no text not null,
  day date not null,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  purpose text not null,
  imported_at timestamptz not null,
  account_id bigint references account,
  transaction_id bigint unique references ledger_transaction,
  unique (payer, document_no, day, amount_kopecks),
  check ((account_id is null) = (transaction_id is null))
);
create index on bank_transfer (day, transfer_id) where transaction_id is null;
create index on bank_transfer (account_id);
