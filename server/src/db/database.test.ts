import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testPortal } from '../../test/portal.ts';
import { sql } from './sql.ts';

test('a part that goes on while another has failed the whole writes nothing', async () => {
  const { world, pool } = await testPortal();
  let late: Promise<unknown> | undefined;
  const work = world.db.write((tx) => {
    late = pause(20).then(() =>
      tx.run(sql`update contract set client_name = 'written late' where contract_id = 100001`),
    );
    return Promise.all([late, Promise.reject(new Error('refused'))]);
  });
  await expect(work).rejects.toThrow('refused');
  await expect(late).rejects.toThrow('The transaction is over');
  const { rows } = await pool.query('select from contract where client_name = $1', ['written late']);
  expect(rows).toEqual([]);
});
