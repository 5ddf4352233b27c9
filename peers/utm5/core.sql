-- Stands for the core of UTM5: what it writes into its tables when money comes. The payment and the balance are two transactions, for
-- nobody promises that they are one. Its memory is a table here: after a loss of the base it goes on where it was.

create table memory (call_id char(36) not null primary key, has_balance int not null default 0) engine = innodb;

delimiter $$

create procedure book(in p_call char(36), in p_account int, in p_sum decimal(14, 2), in p_number varchar(255))
begin
  declare exit handler for sqlexception
  begin
    rollback;
    resignal;
  end;

  start transaction;
  insert ignore into memory (call_id) values (p_call);
  if row_count() = 1 then
    insert into UTM5.payment_transactions (account_id, payment_incurrency, currency_id, currency_rate, payment_absolute, actual_date,
      payment_enter_date, payment_ext_number, method)
    values (p_account, p_sum, 810, 1, p_sum, unix_timestamp(), unix_timestamp(), p_number, 1);
  end if;
  commit;

  do sleep(0.05);

  start transaction;
  update memory set has_balance = 1 where call_id = p_call and has_balance = 0;
  if row_count() = 1 then
    update UTM5.accounts set balance = balance + p_sum where id = p_account;
    -- A system block goes when there is money again.
    update UTM5.blocks_info b join UTM5.accounts a on a.block_id = b.id
    set b.is_deleted = 1, b.expire_date = unix_timestamp(), a.block_id = 0, a.int_status = 1
    where a.id = p_account and b.block_type = 1 and a.balance + a.credit >= 0;
  end if;
  commit;
end$$

delimiter ;
