import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { addClient } from '../../../../test/portal/client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';

test('after midnight and before the run a preview equals the result, even if the day brings a debt', async () => {
  const portal = await testPortal({ template: 'empty' });
  const { userId, contractId } = await addClient(portal.world, { fee: 19_00, unit: 'day' });
  await portal.pool.query(`update account set charged_through = '2026-11-19'`);
  await portal.pool.query(`update fee_charged set charged_until = '2026-11-20', charged_from = '2026-11-19'`);
  const { rows } = await portal.pool.query<{ id: number }>(
    `insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
     select plan_id, 'Роутер', '', '', 30000 from service_user returning option_id::int as id`,
  );
  const body = { user_id: userId, option_id: rows[0]!.id, status: 'on' as const };
  const told = await portal.send(contract.plan.optionPreview, { body }, contractId);
  // Eleven days of thirty of 300 roubles, and the day of the plan: what must be paid to have both.
  expect(told.body).toMatchObject({ charge_now: '0.00', missing: '129.00' });
  const done = await portal.send(contract.plan.changeOption, { body }, contractId);
  expect(done.body).toEqual(told.body);
});

test('so it is with a program', async () => {
  const portal = await testPortal({ template: 'empty' });
  const { userId, contractId } = await addClient(portal.world, { fee: 19_00, unit: 'day' });
  await portal.pool.query(`update account set charged_through = '2026-11-19'`);
  await portal.pool.query(`update fee_charged set charged_until = '2026-11-20', charged_from = '2026-11-19'`);
  await portal.pool
    .query(`insert into program (program_id, service_kind, name, summary, description, price_kopecks, plan_id)
    values (1, 'internet', 'Антивирус', '', '', 30000, null)`);
  const body = { user_id: userId, programm_id: 1, status: 'on' as const };
  const told = await portal.send(contract.user.programPreview, { body }, contractId);
  expect(told.body).toMatchObject({ charge_now: '0.00', missing: '129.00' });
});
