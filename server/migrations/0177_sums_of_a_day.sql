-- A QR that was shown at a desk: its money is not in the drawer, so no line of the desk tells of it, but the shift has taken it.
create table cash_shift_code (
  payment_id uuid primary key references payment,
  shift_id bigint not null references cash_shift
);
create index cash_shift_code_of_shift on cash_shift_code (shift_id);

-- Parts of a day are one sum (docs/decisions/0253): what one account is charged by documents, and whom one person exports.

create index one_time_charge_of_day on one_time_charge (account_id, day) where what like 'document:%';

-- Debtors that somebody of the staff, or a program, has taken away as a table, without a second person; only the last day is kept.
create table staff_exported (
  owner text not null,
  contract_id bigint not null references contract,
  exported_at timestamptz not null,
  primary key (owner, contract_id)
);
create index staff_exported_contract on staff_exported (contract_id);
