import { expect, test } from 'vitest';
import { operatorContract } from '@kabinet/contract/staff';
import { openedCashOffice } from '../../../../test/portal/cash-desk.ts';
import { sendStaff } from '../../../../test/portal/staff.ts';

const { desk, payments, shifts } = operatorContract;

test('who pays by SBP at the desk gets a code of the bank; the money comes to the account, not into the drawer', async () => {
  const office = await openedCashOffice();
  const { portal, who } = office;
  expect((await sendStaff(portal, desk.show, {}, who)).body.sbp).toBe(true);
  const body = { account_no: '200001i', amount: '629' };
  const before = await office.balance();
  const ordered = (await sendStaff(portal, payments.sbp, { body }, who)).body;
  expect(ordered).toMatchObject({ amount: '629.00', payload: expect.stringContaining('http') as string });
  expect((await sendStaff(portal, shifts.x, {}, who)).body.sbp).toBeNull();
  // The same sum has one code as long as it can be paid.
  expect((await sendStaff(portal, payments.sbp, { body }, who)).body.payment_id).toBe(ordered.payment_id);
  const { rows } = await portal.pool.query<{ qr_id: string }>('select qr_id from payment');
  await portal.world.outside.sandboxBank!.act(rows[0]!.qr_id, 'pay', portal.clock.now());
  portal.clock.advance(10_000);
  await portal.work();
  const query = { contract_id: String(ordered.contract_id) };
  expect((await sendStaff(portal, payments.list, { query }, who)).body[0]).toMatchObject({ state: 'paid' });
  expect((await office.balance()) - before).toBe(62_900);
  // The report tells it beside the drawer.
  expect((await sendStaff(portal, shifts.x, {}, who)).body).toMatchObject({
    expected: '5000.00',
    sbp: { count: 1, sum: '629.00' },
  });
  const closing = { counted: '5000' };
  expect((await sendStaff(portal, shifts.close, { body: closing }, who)).body.sbp).toEqual({ count: 1, sum: '629.00' });
  expect(await office.faults()).toEqual([]);
});

test('an unknown account and a sum beyond the limits get no code', async () => {
  const { portal, who } = await openedCashOffice();
  const order = async (account_no: string, amount: string) =>
    (await sendStaff(portal, payments.sbp, { body: { account_no, amount } }, who)).body.code;
  expect([await order('999999i', '100'), await order('200001i', '9000000')]).toEqual([
    'account_unknown',
    'payment_amount_too_large',
  ]);
});
