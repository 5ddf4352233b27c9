-- The table is read once, while records of the exchange come and are read.
alter table call_leg validate constraint call_leg_held_check;
