import type { Tx } from '../database.ts';
import { TIMED } from '../queries/jobs.ts';
import { sql } from '../sql.ts';

// Change a private table of graphile-worker, which has no function to set a flag.

/** Flags a job that waits because its gateway is in trouble. */
const HELD = 'held';

const inQueues = (queues: string) => sql`
  job_queue_id in (select id from graphile_worker._private_job_queues where starts_with(queue_name, ${queues}))`;

const FLAGS = JSON.stringify({ [TIMED]: true, [HELD]: true });

/** Makes the due jobs of these queues wait until a moment. */
export async function holdDueJobs(tx: Tx, queues: string, until: Date): Promise<void> {
  await tx.run(sql`
    update graphile_worker._private_jobs set run_at = ${until}, flags = ${FLAGS}::jsonb
    where ${inQueues(queues)} and locked_at is null and flags is null`);
}

/** Makes all due jobs of these queues wait together, except the oldest, which is due at `probeAt`. */
export async function holdJobs(tx: Tx, queues: string, { until, probeAt }: { until: Date; probeAt: Date }) {
  await tx.run(sql`
    update graphile_worker._private_jobs set run_at = ${until}, flags = ${FLAGS}::jsonb
    where ${inQueues(queues)} and locked_at is null and (flags is null or flags ? ${HELD})`);
  await hurryHeldJob(tx, queues, probeAt);
}

/** Makes the oldest held job of these queues due at a moment. */
export const hurryHeldJob = (tx: Tx, queues: string, at: Date): Promise<number> =>
  tx.run(sql`
    update graphile_worker._private_jobs set run_at = ${at}
    where id = (
      select id from graphile_worker._private_jobs
      where ${inQueues(queues)} and locked_at is null and flags ? ${HELD} order by id limit 1)`);

/** Makes the held jobs due again, in the order in which they were enqueued. */
export const releaseHeldJobs = (tx: Tx, queues: string): Promise<number> =>
  tx.run(sql`
    update graphile_worker._private_jobs set run_at = created_at, flags = null
    where ${inQueues(queues)} and flags ? ${HELD} and locked_at is null`);
