-- The timeline of a contract begins at any day: orders in the order in which they were made.
create index support_order_by_creation on support_order (contract_id, created_at desc, order_id desc);
