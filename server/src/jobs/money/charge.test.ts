import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { expect, test } from 'vitest';
import { lastFinishedDay } from '#server/domain/billing-run/charge-run.queries.ts';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { testPortal } from '../../../test/portal/portal.ts';
import { runCommand } from '../../operator/operator.ts';
import { charge } from './charge.ts';

const DAY = 86_400_000;

test('a machine whose clock disagrees with that of the database, or has jumped by a month, charges nothing by itself', async () => {
  const { world } = await testPortal({ template: 'empty' });
  const today = dayIn(world.provider.time_zone, new Date());
  const charged = () => world.db.read(lastFinishedDay);
  const toldWith = async (aheadMs: number) => {
    const told: string[] = [];
    const clock = { now: () => new Date(Date.now() + aheadMs), isOfMachine: true };
    const code = await runCommand(
      () => Promise.resolve({ ...world, clock, agents: [] }),
      ['charge', 'status'],
      (text) => void told.push(text),
    );
    return { code, told: told.join() };
  };
  const chargeWith = (aheadMs: number, isOfMachine = true) =>
    charge({ ...world, clock: { now: () => new Date(Date.now() + aheadMs), isOfMachine } });

  await chargeWith(400_000);
  await chargeWith(-400_000);
  expect(await charged()).toBeUndefined();
  expect((await toldWith(400_000)).told).toContain('часы кабинета и базы данных');
  await chargeWith(0);
  expect(await charged()).toBe(today);
  await chargeWith(DAY);
  expect(await charged()).toBe(today);

  // As after a clock of both that has jumped: 32 days at once.
  const { pool } = world.db;
  await pool.query(`update charge_run set day = day - 32`);
  await chargeWith(0);
  expect(await charged()).toBe(addDays(today, -32));
  const waiting = await toldWith(0);
  expect(waiting.code).toBe(1);
  expect(waiting.told).toContain('больше 31 дня');
  // The operator may begin, as by `charge run`.
  await chargeUpTo({ ...world, clock: { now: () => new Date() } });
  expect(await charged()).toBe(today);

  // A month to the day is made up for.
  await pool.query('delete from charge_run where day > $1', [addDays(today, -31)]);
  await chargeWith(0);
  expect((await charged())! > addDays(today, -31)).toBe(true);

  // A demo goes on by itself; one job charges some of the days.
  await pool.query('delete from charge_run where day > $1', [addDays(today, -32)]);
  await pool.query(`insert into demo_mark (loaded_at, month, months_back) values (now(), '2026-01-01', 0)`);
  await chargeWith(0);
  expect((await charged())! > addDays(today, -32)).toBe(true);
});
