-- Banks and terminals that bring payments are called payment agents.
alter table teller_operation rename to payment_agent_operation;
alter table payment_agent_operation rename column teller_day to agent_day;
alter index teller_operation_pkey rename to payment_agent_operation_pkey;
alter index teller_operation_source_txn_id_key rename to payment_agent_operation_source_txn_id_key;
alter index teller_operation_source_teller_day_idx rename to payment_agent_operation_source_agent_day_idx;
alter index teller_operation_account_id_idx rename to payment_agent_operation_account_id_idx;
alter table teller_conflict rename to payment_agent_conflict;

-- For processes of the version before, which go on until they are replaced.
create view teller_operation as
  select transaction_id, source, txn_id, account_id, amount_kopecks, agent_day as teller_day, registered_at, fiscalized_by,
    found_by, answer, cancelled_at, cancel_transaction_id, cancel_answer
  from payment_agent_operation;
create view teller_conflict as select * from payment_agent_conflict;
