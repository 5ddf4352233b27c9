-- Devices of a TV service as the platform told them last: the screen must not wait for the platform.
create table tv_device (
  user_id bigint not null references service_user,
  -- The platform's own name of it.
  device_id text not null check (length(device_id) between 1 and 100),
  kind text not null check (kind in ('box', 'app')),
  name text not null,
  serial text,
  is_online boolean not null,
  seen_at timestamptz,
  -- The client has ordered its removal; the row goes when the platform has carried it out.
  drop_ordered_at timestamptz,
  primary key (user_id, device_id)
);

-- When the platform was asked for the devices, and when it answered.
create table tv_look (
  user_id bigint primary key references service_user,
  ordered_at timestamptz not null,
  looked_at timestamptz
);

-- A command to a set-top box. Who sees a command without an answer for longer than a minute calls it timed out, so nothing has to
-- write that down.
create table tv_command (
  command_id bigint generated always as identity primary key,
  user_id bigint not null references service_user,
  device_id text not null,
  action text not null check (action in ('reboot', 'reset_pin', 'rebind', 'reload', 'message')),
  message text check ((action = 'message') = (message is not null)),
  state text not null default 'sent' check (state in ('sent', 'done', 'offline', 'timed_out')),
  -- false: the platform has passed it on and cannot tell what the box did.
  is_confirmed boolean not null default true,
  ordered_at timestamptz not null,
  answered_at timestamptz,
  check ((state = 'sent') = (answered_at is null))
);
create index tv_command_latest on tv_command (user_id, device_id, action, ordered_at desc);

-- The code by which a new device signs in, sealed like a password; one for a service, for a few minutes.
create table tv_code (
  user_id bigint primary key references service_user,
  -- A new one for each code, so that an order of an old code changes nothing.
  code_id uuid not null unique,
  secret bytea not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the platform has learned of it.
  opened_at timestamptz
);

-- The built-in TV platform of the demo and the tests.
create schema recorded_tv;

create table recorded_tv.device (
  user_id bigint not null,
  device_id text not null,
  kind text not null check (kind in ('box', 'app')),
  name text not null,
  serial text,
  -- How it behaves: answers; is switched off; is connected and does not answer.
  mode text not null default 'online' check (mode in ('online', 'offline', 'silent')),
  seen_at timestamptz,
  primary key (user_id, device_id)
);

-- What the devices have carried out, each command once.
create table recorded_tv.command (
  command_id bigint primary key,
  user_id bigint not null,
  device_id text not null,
  action text not null,
  message text
);

create table recorded_tv.code (
  user_id bigint primary key,
  code text not null,
  expires_at timestamptz not null
);
