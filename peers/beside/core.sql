-- Stands for the core of a billing: what it writes into its tables when money comes. The payment and the balance are two transactions, for
-- nobody promises that they are one. Its memory is a table here: after a loss of the base it goes on where it was. What is written, say
-- write_payment and write_balance of each billing.

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
    call write_payment(p_account, p_sum, p_number);
  end if;
  commit;

  do sleep(0.05);

  start transaction;
  update memory set has_balance = 1 where call_id = p_call and has_balance = 0;
  if row_count() = 1 then
    call write_balance(p_account, p_sum);
  end if;
  commit;
end$$

delimiter ;
