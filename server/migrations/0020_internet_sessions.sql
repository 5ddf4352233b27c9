-- Sessions by their start, and those that last: what a month holds is found by two ranges, however long the history is.

drop index internet_session_user_id_started_at_idx;
create index internet_session_by_start on internet_session (user_id, started_at desc, internet_session_id desc);
-- Few: a session that lasts longer than this, or is on now. The queries look back by the same three days.
create index internet_session_lasting on internet_session (user_id, started_at desc, internet_session_id desc)
  where stopped_at is null or stopped_at - started_at > interval '72 hours';

-- When the subscriber asked the network to end it.
alter table internet_session add column end_ordered_at timestamptz;

-- Null: whatever of the service was connected.
alter table recorded_network.disconnect add column address inet;
