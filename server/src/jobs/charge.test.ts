import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { expect, test } from 'vitest';
import { lastFinishedDay } from '#domain/billing-run/charge-run.queries.ts';
import { chargeUpTo } from '#domain/billing-run/charge-run.ts';
import { testPortal } from '../../test/portal.ts';
import { charge } from './charge.ts';

const DAY = 86_400_000;

test('a machine whose clock disagrees with that of the database, or has jumped by a month, charges nothing by itself', async () => {
  const { world } = await testPortal({ template: 'empty' });
  const today = dayIn(world.provider.time_zone, new Date());
  const charged = () => world.db.read(lastFinishedDay);
  const chargeWith = (aheadMs: number, isOfMachine = true) =>
    charge({ ...world, clock: { now: () => new Date(Date.now() + aheadMs), isOfMachine } });

  await chargeWith(400_000);
  await chargeWith(-400_000);
  expect(await charged()).toBeUndefined();
  await chargeWith(0);
  expect(await charged()).toBe(today);
  await chargeWith(DAY);
  expect(await charged()).toBe(today);

  // As after a clock of both that has jumped: 32 days at once.
  const { pool } = world.db;
  await pool.query(`update charge_run set day = day - 32`);
  await chargeWith(0);
  expect(await charged()).toBe(addDays(today, -32));
  // The operator may begin, as by `charging run`.
  await chargeUpTo({ ...world, clock: { now: () => new Date() } });
  expect(await charged()).toBe(today);
});
