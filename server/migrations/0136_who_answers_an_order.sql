-- Who of the staff is writing in an order: for five minutes, and longer while he types. A crash may lose it.
create unlogged table order_lease (
  order_id bigint primary key references support_order on delete cascade,
  person_id integer not null references staff_person,
  taken_at timestamptz not null,
  until timestamptz not null
);
create index on order_lease (person_id);

-- When the master of the visit came; null: he has not, or nobody has said so.
alter table support_order add column arrived_at timestamptz;

-- The visits of a day, in all towns.
create index visit_slot_by_day on visit_slot (starts_at);
