-- Orders to living sessions (docs/decisions/0246): what a device of access is still to be told, and what it was told last.

-- What a shape stands for: name, operator, value, name, … A session tells the shape that it was opened with, and by it what has to be taken back.
create table radius.shape (
  shape text primary key check (shape ~ '^[0-9a-f]{8}$'),
  accept text[] not null check (cardinality(accept) % 3 = 0),
  coa text[] not null check (cardinality(coa) % 3 = 0)
);

create table radius.coa (
  internet_session_id bigint primary key,
  nas_id bigint not null references radius.nas on delete cascade,
  kind text not null check (kind in ('change', 'disconnect')),
  -- Somebody waits for it: access that closes, or that comes back.
  is_urgent boolean not null,
  -- Grows with each wish: an answer to an earlier one does not settle a later one.
  wish integer not null default 1,
  wished_at timestamptz not null default now(),
  -- When it is sent next; whoever sends it moves it into the future, so that nobody else does and a crash loses nothing. Null: nothing to send.
  due_at timestamptz default now(),
  -- The answer to the last packet: `ack`, `nak <cause>`, `silence`.
  answer text,
  answered_at timestamptz,
  -- What the device has agreed to last.
  told_shape text
);
create index coa_due on radius.coa (nas_id, is_urgent desc, due_at) where due_at is not null;

alter table radius.nas
  -- It refused a change of a living session lately; until then sessions are ended instead.
  add column no_change_until timestamptz,
  -- When a silent one is asked again.
  add column probe_at timestamptz;
