import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { testPortal } from '../../../../test/portal/portal.ts';
import { restoreAfterDebt } from './debt.ts';
import { servicesOff } from './notices.ts';

test('a text of the operator names no sum if nothing is missing', () => {
  const sums = [0, 1].map((missing) => {
    const told = { account: 'i', missing: kopecks(missing), switchedOff: [] } as const;
    return servicesOff.fields?.(told)['сумма']?.replace('\u00a0', ' ');
  });
  expect(sums).toEqual(['', '0,01 ₽']);
});

test('services come back in the order of their ids, wherever their rows are stored', async () => {
  const { pool, world, clock } = await testPortal();
  const { rows } = await pool.query<{ account_id: number; user_id: number; name: string }>(
    `select account_id, user_id, name from service_user
     where contract_id = 100002 and state = 'blocked' and reason = 'debt' order by user_id`,
  );
  expect(rows.length).toBeGreaterThan(1);
  const [first] = rows;
  // A change writes the row anew, behind the others.
  await pool.query('update service_user set version = version + 1 where user_id = $1', [first!.user_id]);
  await pool.query('update account set credit_limit_kopecks = 10000000 where account_id = $1', [first!.account_id]);
  const back = await world.db.write((tx) =>
    restoreAfterDebt(tx, first!.account_id, { now: clock.now(), zone: world.provider.time_zone }),
  );
  expect(back).toEqual(rows.map(({ name }) => name));
});
