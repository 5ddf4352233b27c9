-- A QR that was shown at a desk: its money is not in the drawer, so no line of the desk tells of it, but the shift has taken it.
create table cash_shift_code (
  payment_id uuid primary key references payment,
  shift_id bigint not null references cash_shift
);
create index cash_shift_code_of_shift on cash_shift_code (shift_id);
