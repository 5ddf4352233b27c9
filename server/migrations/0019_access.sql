-- How a service is entered: the device, the line, the password; and whether the network has heard of it.

create table service_access (
  user_id bigint primary key references service_user,
  -- The session starts by the line alone, without login and password.
  auto_auth boolean not null default false,
  -- The only device that may enter by the line; null: the first one that comes.
  bound_mac macaddr,
  -- The device that tried last, let in or not, as the network reports it.
  seen_mac macaddr,
  seen_at timestamptz,
  -- Grows with whatever the network must hear of; what it has carried out follows.
  version integer not null default 0,
  applied_version integer not null default 0,
  applied_at timestamptz,
  check (applied_version between 0 and version),
  check ((seen_mac is null) = (seen_at is null))
);

-- Apart from the service, so that no query about it can carry the password away by chance.
create table service_secret (
  user_id bigint primary key references service_user,
  -- `sealed`: AES-256-GCM, for what the network must read (CHAP, digest); `argon2id`: a hash, where comparing is enough.
  form text not null check (form in ('sealed', 'argon2id')),
  secret bytea not null,
  changed_at timestamptz not null
);

-- The network of the demo and the tests: how services enter, and whose sessions were ended.

create table recorded_network.settings (
  user_id bigint primary key,
  version integer not null,
  auto_auth boolean not null,
  mac text,
  has_password boolean not null,
  applied_at timestamptz not null default now()
);

create table recorded_network.disconnect (
  disconnect_id bigint generated always as identity primary key,
  user_id bigint not null,
  ordered_at timestamptz not null default now()
);
