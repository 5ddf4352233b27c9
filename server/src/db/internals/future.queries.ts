import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

/**
 * Changes private tables of graphile-worker. After a clock that was ahead, as its rows of the time to come show: periodic jobs
 * would wait until that time has come again, and a job that was put off would wait as much longer. Returns how many were moved.
 */
export async function forgetFuture(tx: Tx): Promise<number> {
  const crontabs = await tx.run(sql`
    update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '2 minutes'`);
  const jobs = await tx.run(sql`
    update graphile_worker._private_jobs
    set run_at = now() + greatest(run_at - updated_at, interval '0'), updated_at = now()
    where updated_at > now() + interval '2 minutes' and locked_at is null`);
  return crontabs + jobs;
}
