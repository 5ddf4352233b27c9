-- A leg of a call that may be in the archive waits until its month is back (docs/decisions/0291). The table is read once, while records of the exchange
-- and the lists of the staff wait: a minute for some hundred million legs.
alter table call_leg
  drop constraint call_leg_held_check,
  add constraint call_leg_held_check check (held in ('unknown_number', 'unknown_zone', 'no_rate', 'archived'));
