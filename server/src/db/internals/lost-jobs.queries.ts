import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

// Changes private tables of graphile-worker, which would keep such a job for four hours.

/**
 * Frees the jobs, and their queues, that a living worker has taken without knowing it: PostgreSQL recorded that, and the connection broke
 * before the worker was told. `known` are jobs that it runs or has just run. Returns the number of jobs.
 */
export async function freeLostJobs(
  tx: Tx,
  { workerId, known, seconds }: { workerId: string; known: readonly number[]; seconds: number },
): Promise<number> {
  const { jobs } = await tx.one<{ jobs: number }>(sql`
    with freed as (
      update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
      where locked_by = ${workerId} and locked_at <= now() - make_interval(secs => ${seconds}) and id <> all (${known}::bigint[])
      returning job_queue_id
    ), queues as (
      update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
      from freed where q.id = freed.job_queue_id and q.locked_by = ${workerId}
    )
    select count(*)::integer as jobs from freed`);
  return jobs;
}
