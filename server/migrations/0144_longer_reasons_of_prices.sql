-- A reason may be as long as that of any other change of the staff.
alter table individual_price drop constraint individual_price_reason_check;
alter table individual_price add constraint individual_price_reason_check check (length(reason) between 1 and 500);
