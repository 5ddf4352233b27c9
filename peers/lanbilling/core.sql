-- What the core of LANBilling writes (peers/beside/core.sql). The manager of payments is 36.

delimiter $$

create procedure write_payment(in p_account int, in p_sum decimal(14, 2), in p_number varchar(255))
  insert into billing.payments (agrm_id, amount, amount_cur, receipt, comment, mod_person)
  values (p_account, p_sum, p_sum, p_number, 'Личный кабинет', 36)$$

create procedure write_balance(in p_account int, in p_sum decimal(14, 2))
begin
  update billing.agreements set balance = balance + p_sum where agrm_id = p_account;
  -- A block for want of money goes when there is money again.
  update billing.vgroups v join billing.agreements a on a.agrm_id = v.agrm_id set v.blocked = 0
  where a.agrm_id = p_account and v.blocked in (1, 4) and a.balance + a.credit >= 0;
end$$

delimiter ;
