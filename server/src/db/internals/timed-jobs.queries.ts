import type { Tx } from '../database.ts';
import { TIMED } from '../queries/jobs.ts';
import { sql } from '../sql.ts';

/**
 * Changes a private table of graphile-worker, which has no function to clear a flag. Makes waiting jobs due whose
 * moment has come by `now`; returns their number.
 */
export function releaseTimedJobs(tx: Tx, now: Date): Promise<number> {
  return tx.run(sql`
    update graphile_worker._private_jobs set flags = null, run_at = now()
    where flags ? ${TIMED} and run_at <= ${now} and locked_at is null`);
}
