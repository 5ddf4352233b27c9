-- What waits for a person is counted from what is open, however many orders the provider has closed.
create index support_order_open on support_order (answer_by) where state not in ('done', 'cancelled');

-- A repeat with another sum or account is settled with the agent by a person; told once more, it waits again.
alter table payment_agent_conflict add column resolved_at timestamptz;
create index payment_agent_conflict_open on payment_agent_conflict (last_at) where resolved_at is null;
