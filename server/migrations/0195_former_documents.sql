-- Documents of the former system: their subscriber opens them by a link, and nobody here fetches them (docs/decisions/0281).
create table former_document (
  former_document_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  former_key text not null,
  title text not null,
  day date not null,
  kind text not null check (kind in ('contract', 'act', 'invoice', 'bill', 'other')),
  url text not null check (url ~ '^https://[^[:space:]]+$')
);
create unique index former_document_of_contract on former_document (contract_id, former_key);
