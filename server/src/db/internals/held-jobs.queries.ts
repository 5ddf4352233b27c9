import type { Tx } from '../database.ts';
import { TIMED } from '../jobs.queries.ts';
import { sql } from '../sql.ts';

// Change a private table of graphile-worker, which has no function to set a flag.

/** Flags a job that waits because its gateway is broken, not for a moment of its own. */
const HELD = 'held';

const inQueues = (queues: string) => sql`
  job_queue_id in (select id from graphile_worker._private_job_queues where starts_with(queue_name, ${queues}))`;

/** Makes all due jobs of these queues wait together, except the oldest, which is due at `probeAt`. */
export async function holdJobs(tx: Tx, queues: string, { until, probeAt }: { until: Date; probeAt: Date }) {
  const flags = JSON.stringify({ [TIMED]: true, [HELD]: true });
  await tx.run(sql`
    update graphile_worker._private_jobs set run_at = ${until}, flags = ${flags}::jsonb
    where ${inQueues(queues)} and locked_at is null and (flags is null or flags ? ${HELD})`);
  await tx.run(sql`
    update graphile_worker._private_jobs set run_at = ${probeAt}
    where id = (
      select id from graphile_worker._private_jobs
      where ${inQueues(queues)} and locked_at is null and flags ? ${HELD} order by id limit 1)`);
}

/** Makes a job that waits for its moment one of those that wait for their gateway. */
export async function markHeld(tx: Tx, key: string): Promise<void> {
  await tx.run(sql`
    update graphile_worker._private_jobs set flags = flags || ${JSON.stringify({ [HELD]: true })}::jsonb
    where key = ${key} and locked_at is null`);
}

/** Lets jobs that waited together go, in the order in which they were enqueued. */
export const releaseHeldJobs = (tx: Tx, queues: string): Promise<number> =>
  tx.run(sql`
    update graphile_worker._private_jobs set run_at = created_at, flags = null
    where ${inQueues(queues)} and flags ? ${HELD} and locked_at is null`);
