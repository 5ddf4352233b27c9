import { expect, test } from 'vitest';
import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { testPortal } from '../../test/portal/portal.ts';
import { jobHandlers } from '../jobs.ts';

const YEARS = 10 * 366 * 86_400_000;

test('a clock that is wrong erases nothing for its age; the right one does', async () => {
  const { world, pool } = await testPortal({ template: 'empty' });
  const today = dayIn(world.provider.time_zone, new Date());
  await pool.query(`
    select keep_session_month('2001-01-01'), keep_hours_month('2001-01-01'), keep_change_month('2001-01-01');
    insert into rate_limit (bucket, window_start, hits) values ('of a minute', now() - interval '2 days', 1)`);
  const kept = async () => {
    const { rows } = await pool.query<{ what: string }>(`
      select c.relname::text as what from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relname ~ '_2001_01$'
      union all select bucket from rate_limit order by 1`);
    return rows.map(({ what }) => what);
  };
  const eraseAt = async (aheadMs: number) => {
    const clock = { now: () => new Date(Date.now() + aheadMs), isOfMachine: true };
    for (const name of ['settle_sessions', 'order_events', 'clean_up']) {
      await jobHandlers.find((handler) => handler.name === name)?.work({ ...world, clock }, { version: 1, data: {} });
    }
    return kept();
  };
  const all = ['change_event_2001_01', 'internet_session_2001_01', 'of a minute', 'session_hour_2001_01'];

  expect(await eraseAt(YEARS)).toEqual(all);
  // As after a clock of both that has jumped: the last charged day is more than a month ago.
  await pool.query('insert into charge_run (day, started_at, finished_at) values ($1, now(), now())', [
    addDays(today, -40),
  ]);
  expect(await eraseAt(0)).toEqual(all);
  await pool.query('update charge_run set day = $1', [today]);
  expect(await eraseAt(0)).toEqual([]);
});
