import { expect, test } from 'vitest';
import { newPortal } from '../portal/portal.ts';

// A process of the version before works beside this one during an update, and uses the former names of the tables.
test('a process of the version before counts a conflict of a payment agent by the former names', async () => {
  const { pool } = await newPortal('demo');
  const { rows } = await pool.query<{ transaction_id: number; account_id: number }>(
    'select transaction_id, account_id from ledger_entry join account using (account_id) where contract_id is not null limit 1',
  );
  const [{ transaction_id, account_id } = { transaction_id: 0, account_id: 0 }] = rows;
  const insert = `
    insert into teller_operation
      (transaction_id, source, txn_id, account_id, amount_kopecks, teller_day, registered_at, fiscalized_by, found_by, answer)
    values ($1, 'osmp', '1', $2, 100, '2026-11-20', now(), 'us', 'call', '<x/>') on conflict (source, txn_id) do nothing`;
  expect((await pool.query(insert, [transaction_id, account_id])).rowCount).toBe(1);
  expect((await pool.query(insert, [transaction_id + 1, account_id])).rowCount).toBe(0);
  const conflict = `
    insert into teller_conflict (source, txn_id, account_typed, amount_kopecks, first_at, last_at)
    values ('osmp', '1', '2', 100, now(), now())
    on conflict (source, txn_id, account_typed, amount_kopecks) do update set times = teller_conflict.times + 1`;
  await pool.query(conflict);
  await pool.query(conflict);
  const { rows: counted } = await pool.query(`
    select o.agent_day::text as day, c.times
    from payment_agent_operation o join payment_agent_conflict c using (source, txn_id)`);
  expect(counted).toEqual([{ day: '2026-11-20', times: 2 }]);
});
