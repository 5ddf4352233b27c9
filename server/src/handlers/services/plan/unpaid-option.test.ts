import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { Suspender } from '../../../../test/portal/suspender.ts';

let one: Suspender;
let option: number;

/** A month costs 310 roubles, and 93 more with the option, which is switched on for 22 days of December; 320 roubles are left. */
beforeEach(async () => {
  one = await Suspender.inDecember('2026-12-10', { balance: 696_00 });
  const { rows } = await one.portal.pool.query<{ id: number }>(
    `insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
     select plan_id, 'Роутер', '', '', 9300 from service_user returning option_id as id`,
  );
  option = rows[0]!.id;
  await turn('on');
});

const asked = (status: 'on' | 'off') => ({ body: { user_id: one.client.userId, option_id: option, status } });
const turn = (status: 'on' | 'off') =>
  one.portal.send(contract.plan.changeOption, asked(status), one.client.contractId);
const previewOff = () => one.portal.send(contract.plan.optionPreview, asked('off'), one.client.contractId);
const control = async () => {
  const params = { id: String(one.client.userId) };
  const { body } = await one.portal.send(contract.plan.options, { params }, one.client.contractId);
  return body.options.find(({ option_id }) => option_id === option)?.control.status;
};

test('of a debtor ends at once: the rest is paid for, and the service comes back', async () => {
  await one.dayOf('2027-01-03');
  expect(await one.state()).toBe('blocked debt');
  const told = await previewOff();
  const { body } = await turn('off');
  expect(body).toEqual(told.body);
  expect(body).toMatchObject({ from: '2027-01-03', charge_now: '290.00', switches_off: ['Роутер'], undo_until: null });
  expect([await one.state(), await control(), await one.balance()]).toEqual(['active', 'off', 30_00]);
  expect(await one.faults()).toEqual([]);
});

test('of a paused service ends at once: its days were given back, and are not charged after the pause', async () => {
  await one.start('2026-12-12', '2026-12-16');
  await one.dayOf('2026-12-14');
  const before = await one.balance();
  expect((await turn('off')).body).toMatchObject({ from: '2026-12-14', charge_now: '0.00' });
  await one.dayOf('2026-12-16');
  // Sixteen days of the plan alone.
  expect(await one.balance()).toBe(before - 160_00);
  expect(await one.faults()).toEqual([]);
});

test('paid for through the former system keeps its days', async () => {
  await one.portal.pool.query(
    `update fee_charged set amount_kopecks = 0, transaction_id = null where what like '%:option-%'`,
  );
  expect((await turn('off')).body).toMatchObject({ from: '2027-01-01', charge_now: '0.00' });
  expect(await control()).toBe('off_pending');
});
