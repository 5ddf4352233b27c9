-- What an accountant has decided about money that came without a place for it, and about drawers that were not as they were left.

-- A surplus or a mismatch waits until somebody says what became of the money.
alter table payment_notification
  add column settled_at timestamptz,
  add column settled_by text,
  -- credited: to the account of the transaction; returned: to the payer, in the cabinet of the bank.
  add column settled_how text check (settled_how in ('credited', 'returned')),
  add column settled_transaction_id bigint unique references ledger_transaction,
  add constraint payment_notification_is_settled_whole check (
    (settled_at is null) = (settled_by is null) and (settled_at is null) = (settled_how is null)
    and (settled_transaction_id is not null) = (settled_how is not distinct from 'credited')
    and (settled_at is null or outcome in ('surplus', 'mismatch')));
create index payment_notification_unsettled on payment_notification (received_at)
  where outcome in ('surplus', 'mismatch') and settled_at is null;

-- What was counted at the opening of a shift was not what the shift before had left: whoever has left all and counts nothing on the
-- next morning is asked by somebody else.
create table cash_opening_difference (
  shift_id bigint primary key references cash_shift,
  -- Below zero: less was there.
  amount_kopecks bigint not null check (amount_kopecks <> 0),
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  note text check (length(note) between 1 and 500),
  check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (note is null))
);
create index cash_opening_difference_open on cash_opening_difference (found_at) where settled_at is null;

insert into cash_opening_difference (shift_id, amount_kopecks, found_at)
select s.shift_id, -e.amount_kopecks, s.opened_at
from cash_shift s
join cash_desk d using (desk_id)
join cash_operation o on o.shift_id = s.shift_id and o.kind = 'difference'
join ledger_transaction t on t.transaction_id = o.transaction_id and t.happened_at = s.opened_at
join ledger_entry e on e.transaction_id = t.transaction_id and e.account_id = d.account_id;
