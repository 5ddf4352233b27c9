import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { testPortal } from '../../../test/portal/portal.ts';

test('answers 503 in Russian when a call waits too long, and works once the lock is released', async () => {
  const portal = await testPortal({ deadline: 300 });
  await portal.tokenOf(100003);
  const holder = await portal.pool.connect();
  const order = () => portal.send(contract.payment.sbp, { query: { p: 'i', amount: '100.00' } }, 100003);
  try {
    await holder.query('begin');
    await holder.query('select 1 from account where contract_id = 100003 for update');
    expect(await order()).toMatchObject({ status: 503, body: { code: 'timeout' }, headers: { 'retry-after': '60' } });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await expect.poll(async () => (await order()).status).toBe(200);
});
