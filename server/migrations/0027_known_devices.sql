-- Browsers in which somebody has signed in by the right password: failures of strangers do not close the login for them.

create table known_device (
  -- SHA-256 of the secret in the browser's cookie; one browser may be known to several contracts.
  device_hash bytea not null,
  contract_id bigint not null references contract,
  used_at timestamptz not null,
  primary key (device_hash, contract_id)
);
create index on known_device (contract_id, used_at desc);
create index on known_device (used_at);
