-- What the network must know of a plan and of an option besides their price. A plan without a row has the speed of the catalogue both ways.
create table plan_profile (
  plan_id integer primary key references plan,
  -- Null: the speed of the catalogue.
  down_kbit integer check (down_kbit between 1 and 100000000),
  up_kbit integer check (up_kbit between 1 and 100000000),
  -- For the first seconds of a download the line may be quicker.
  burst_down_kbit integer check (burst_down_kbit between 1 and 100000000),
  burst_up_kbit integer check (burst_up_kbit between 1 and 100000000),
  burst_seconds integer check (burst_seconds between 1 and 3600),
  -- Names that the devices of access know: where an address is taken from, and what is filtered.
  pool text check (pool ~ '^[A-Za-z0-9_.:-]{1,60}$'),
  filter text check (filter ~ '^[A-Za-z0-9_.:-]{1,60}$'),
  -- After so long the device asks anew.
  session_seconds integer check (session_seconds between 300 and 2592000),
  constraint plan_profile_burst_check check (num_nulls(burst_down_kbit, burst_up_kbit, burst_seconds) in (0, 3))
);

-- What an option adds: at least this speed, another pool, another filter; by its code a reply may say more.
create table option_profile (
  option_id integer primary key references plan_option,
  code text not null check (code ~ '^[a-z0-9_-]{1,30}$'),
  down_kbit integer check (down_kbit between 1 and 100000000),
  up_kbit integer check (up_kbit between 1 and 100000000),
  pool text check (pool ~ '^[A-Za-z0-9_.:-]{1,60}$'),
  filter text check (filter ~ '^[A-Za-z0-9_.:-]{1,60}$')
);

-- How the network knows the line of a service besides its login.
create table service_line (
  user_id bigint primary key references service_user,
  -- The address that it always gets.
  address inet unique check (family(address) = 4 and masklen(address) = 32),
  -- The port of a line without a password (IPoE), as the device of access names it.
  circuit text unique check (circuit ~ '^[A-Za-z0-9@._:/+#,;|() -]{1,120}$' and circuit = btrim(circuit)),
  -- How many devices may be in the network at once by this login.
  sessions integer not null default 1 check (sessions between 1 and 16)
);
