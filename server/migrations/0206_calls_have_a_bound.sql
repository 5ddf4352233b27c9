-- Calls by months (docs/decisions/0291), first step of three: the month below which all calls are that the table has now. It is checked for new rows at
-- once, and for the others by the next step, which holds nobody up.
do $$
declare
  last text := (select max(period) from call_record);
begin
  if last is not null then
    execute format('alter table call_record add constraint call_record_bound check (period < %L) not valid',
      to_char(greatest(to_date(last, 'YYYY-MM'), now()) + interval '1 month', 'YYYY-MM'));
  end if;
end $$;
