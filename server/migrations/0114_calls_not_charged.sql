-- The forecast asks which calls of a number are not charged yet; the months charged before, of many years, are not read.
create index call_month_number_not_charged on call_month (phone_number) where amount_kopecks > charged_kopecks;
drop index call_month_not_charged;
