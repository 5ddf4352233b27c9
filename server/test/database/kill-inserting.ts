import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Cuts the connection that is inserting sessions or calls of the demo. */
export async function killInserting(pool: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'active' and query ~ '^insert into (call_record|internet_session)'`,
    );
    if (rowCount === 1) return;
    await pause(2);
  }
  throw new Error('Nothing was being inserted');
}
