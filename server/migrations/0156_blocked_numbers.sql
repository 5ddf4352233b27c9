-- Why the provider has closed a phone number, as `service_block` tells it of services. Numbers that an import has brought as closed have no row.
create table number_block (
  phone_number text not null references phone_number,
  blocked_at timestamptz not null,
  reason text not null,
  operator text not null,
  lifted_at timestamptz,
  primary key (phone_number, blocked_at),
  check (lifted_at >= blocked_at)
);
create unique index number_block_present on number_block (phone_number) where lifted_at is null;
