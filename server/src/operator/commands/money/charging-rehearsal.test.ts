import { expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { testPortal } from '../../../../test/portal/portal.ts';
import { staffDesk } from '../../../../test/portal/staff-desk.ts';

const { once, correct } = operatorContract.charging;

test('a one-time charge and a correction are rehearsed: told with their sum, and nothing is there', async () => {
  const { portal, ask } = staffDesk(await testPortal());
  const { rows } = await portal.pool.query<{ no: string; id: string; sum: string }>(`
    select account_no as no, transaction_id::text as id, -amount_kopecks as sum
    from ledger_entry e join account a using (account_id) join ledger_transaction t using (transaction_id)
    where a.contract_id = 100001 and t.kind = 'charge' and amount_kopecks < -1000
      and not exists (select from ledger_transaction c where c.corrects_transaction_id = t.transaction_id)
    order by transaction_id desc limit 1`);
  const { no, id, sum } = rows[0]!;
  const count = async (table: string) => (await portal.pool.query(`select from ${table}`)).rowCount;
  const tables = ['ledger_entry', 'one_time_charge', 'operator_action'];
  const before = await Promise.all(tables.map(count));
  const ordered = { account_no: no, amount: '300', text: 'Выезд', document: '77', dry_run: 'yes' };
  expect(await ask(once, { body: ordered }, 'cashier')).toEqual({
    rehearsed: true,
    outcome: 'ordered',
    amount: '300.00',
  });
  const told = await ask(
    correct,
    { body: { transaction_id: id, reason: 'Не приехали', dry_run: 'yes' } },
    'accountant',
  );
  expect(told).toEqual({ rehearsed: true, outcome: 'corrected', amount: (Number(sum) / 100).toFixed(2) });
  expect(await Promise.all(tables.map(count))).toEqual(before);
});
