-- A transfer that was credited to somebody else's account is taken back by a reversal, also days later: it is seen when its payer complains.
create or replace function reversal_is_of_a_payment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_transaction p
    where p.transaction_id = new.corrects_transaction_id and p.kind = 'payment'
      and (p.day = new.day or (p.day < new.day and p.reference like 'transfer:%'))) then
    raise exception 'ledger transaction % reverses no payment of its day', new.transaction_id
      using errcode = 'check_violation', constraint = 'reversal_is_of_a_payment';
  end if;
  return null;
end $$;

-- Where a transfer was before it waited again.
create table bank_transfer_undo (
  -- The payment that was taken back, and the reversal.
  transaction_id bigint primary key references ledger_transaction,
  reversal_id bigint not null unique references ledger_transaction,
  transfer_id bigint not null references bank_transfer,
  account_id bigint not null references account,
  undone_at timestamptz not null,
  undone_by text not null,
  reason text not null check (length(reason) between 1 and 500)
);
create index bank_transfer_undo_of_transfer on bank_transfer_undo (transfer_id, undone_at);
create index bank_transfer_undo_of_account on bank_transfer_undo (account_id);
