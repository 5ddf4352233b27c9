-- Where telephone documents go by e-mail, and which. The address is their own: a contract may send them to its accountant.
create table telephone_documents (
  contract_id bigint primary key references contract,
  address text not null check (address <> ''),
  confirmed_at timestamptz not null,
  sends_invoice boolean not null default true,
  sends_calls boolean not null default false
);

-- A document of a month that is due by e-mail: ordered once, however often the job runs.
create table telephone_mailing (
  contract_id bigint not null references contract,
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  document text not null check (document in ('invoice', 'calls')),
  -- The Message-ID of its letter, the same for every delivery.
  letter_key uuid not null default gen_random_uuid(),
  ordered_at timestamptz not null,
  sent_at timestamptz,
  primary key (contract_id, period, document)
);
