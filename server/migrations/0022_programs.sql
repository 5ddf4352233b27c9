-- Programs that clients switch themselves: how they are drawn, what is agreed to, which go together, what the network has heard.

alter table program
  -- The heading under which it is drawn (wire: `group`), and its place among all.
  add section text not null default '',
  add position integer not null default 0,
  add badge text,
  -- HTML of the allow list; a consent keeps the hash of the very words.
  add terms text not null default '',
  -- Not before this day.
  add sold_from date,
  -- A starter program: switched on it creates a service with this plan, whose price it names.
  add plan_id integer references plan,
  -- The order that is filed with it: its service is connected by a visit, and costs nothing until then.
  add visit_goal_id integer references support_goal,
  add check (visit_goal_id is null or plan_id is not null),
  add check (plan_id is null or service_kind = 'contract');
create index on program (plan_id);
create index on program (visit_goal_id);
create index on program (service_kind, position);

-- One cannot be on without the other, or beside it (that holds both ways).
create table program_pair (
  program_id integer not null references program,
  relation text not null check (relation in ('needs', 'excludes')),
  other_id integer not null references program,
  primary key (program_id, other_id),
  check (program_id <> other_id)
);
create index on program_pair (other_id);

-- When the client has switched it on, for a while of which he may take it back whole.
alter table user_program add switched_at timestamptz;
alter table contract_program
  add switched_at timestamptz,
  -- The service that a starter program has created: it ends with it.
  add user_id bigint references service_user;
create index on contract_program (user_id);

-- Starter programs of before: their service is known where there is only one.
update contract_program cp
set user_id = (select user_id from service_user u where u.contract_id = cp.contract_id and u.user_type = 'tv' and u.state <> 'closed')
where program_id in (1252, 1010)
  and (select count(*) from service_user u where u.contract_id = cp.contract_id and u.user_type = 'tv' and u.state <> 'closed') = 1;

-- Grows with every change of what the client may change of the contract itself.
alter table contract add version integer not null default 1;

-- What a service is given beside access: its programs. The version grows with each change; what the network has carried out follows.
create table service_provision (
  user_id bigint primary key references service_user,
  version integer not null default 0,
  applied_version integer not null default 0,
  applied_at timestamptz,
  check (applied_version between 0 and version)
);

create table recorded_network.provision (
  user_id bigint primary key,
  version integer not null,
  programs integer[] not null,
  applied_at timestamptz not null default now()
);
