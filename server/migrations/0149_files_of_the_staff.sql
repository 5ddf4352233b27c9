-- Photos and a signature that the staff add to an order: they take nothing of what the client may upload in a day.
alter table support_file add column by_staff boolean not null default false;
