-- The network of the demo and the tests: what was ordered of it last.

create schema recorded_network;

create table recorded_network.state (
  user_id bigint primary key,
  access text not null check (access in ('open', 'closed')),
  applied_at timestamptz not null default now()
);
