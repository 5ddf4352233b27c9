-- One sign-in for several contracts: a contract is shared with the subscriber of another one, who then has a role in it.

create table contract_share (
  share_id uuid primary key,
  -- Whose contract is shared, and with whom.
  contract_id bigint not null references contract,
  member_id bigint not null references contract,
  role text not null check (role in ('payer', 'technician', 'full')),
  since timestamptz not null,
  -- When the member last opened the contract, or left it; his session may have gone on since.
  used_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('revoked', 'left')),
  unique (share_id, member_id),
  check (contract_id <> member_id),
  check ((ended_at is null) = (end_reason is null))
);
create unique index contract_share_once on contract_share (contract_id, member_id) where ended_at is null;
create index on contract_share (contract_id);
create index on contract_share (member_id);

-- A code by which the subscriber of any other contract gets the role, once.
create table share_invitation (
  invitation_id uuid primary key,
  contract_id bigint not null references contract,
  role text not null check (role in ('payer', 'technician', 'full')),
  -- A keyed hash.
  code_mark bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  -- What came of it.
  share_id uuid unique references contract_share,
  check (withdrawn_at is null or share_id is null)
);
create index on share_invitation (contract_id, created_at desc);

-- The contract that a session has open, if it is not its own: only a share with the contract of the session.
alter table session add column share_id uuid,
  add foreign key (share_id, contract_id) references contract_share (share_id, member_id);
create index on session (share_id, contract_id);

-- Whoever listens for one contract must not go on when the session opens another one.
create trigger session_tells_switch after update of share_id on session
  for each row when (old.share_id is distinct from new.share_id and new.ended_at is null)
  execute function tell_session_over();
