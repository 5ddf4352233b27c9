import { expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { cookieOf, sendStaff, staffToken } from '../../../../test/portal/staff.ts';

const { charging } = operatorContract;

test('a document charges once: again it is known, for another account or sum it is refused', async () => {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { contractId: 200_001 });
  await addClient(portal.world, { contractId: 200_002 });
  const who = cookieOf(await staffToken(portal, 'cashier'));
  const charge = async (account_no: string, amount: string, more: object = {}) => {
    const body = { account_no, amount, text: 'Роутер', document: 'А-17', ...more };
    const reply = (await sendStaff(portal, charging.once, { body }, who)).body;
    return reply.code ?? reply.outcome;
  };
  expect(await charge('200001i', '500')).toBe('ordered');
  expect(await charge('200001i', '500')).toBe('known');
  expect(await charge('200002i', '900', { dry_run: 'yes' })).toBe('document_conflict');
  expect(await charge('200002i', '500')).toBe('document_conflict');
  expect(await charge('200001i', '900')).toBe('document_conflict');
  const { rows } = await portal.pool.query('select amount_kopecks::int as amount from one_time_charge');
  expect(rows).toEqual([{ amount: 500_00 }]);
});
