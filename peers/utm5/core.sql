-- What the core of UTM5 writes (peers/beside/core.sql).

delimiter $$

create procedure write_payment(in p_account int, in p_sum decimal(14, 2), in p_number varchar(255))
  insert into UTM5.payment_transactions (account_id, payment_incurrency, currency_id, currency_rate, payment_absolute, actual_date,
    payment_enter_date, payment_ext_number, method)
  values (p_account, p_sum, 810, 1, p_sum, unix_timestamp(), unix_timestamp(), p_number, 1)$$

create procedure write_balance(in p_account int, in p_sum decimal(14, 2))
begin
  update UTM5.accounts set balance = balance + p_sum where id = p_account;
  -- A system block goes when there is money again.
  update UTM5.blocks_info b join UTM5.accounts a on a.block_id = b.id
  set b.is_deleted = 1, b.expire_date = unix_timestamp(), a.block_id = 0, a.int_status = 1
  where a.id = p_account and b.block_type = 1 and a.balance + a.credit >= 0;
end$$

delimiter ;
