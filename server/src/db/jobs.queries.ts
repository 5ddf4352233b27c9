import type { Tx } from './database.ts';
import { sql } from './sql.ts';

/** Marks a job that waits for a moment of the portal's clock; the others are due as soon as they are committed. */
export const TIMED = 'timed';

export interface JobRow {
  readonly name: string;
  readonly payload: object;
  readonly runAt: Date | undefined;
  readonly key: string | undefined;
  readonly queue: string | undefined;
  readonly maxAttempts: number | undefined;
}

export async function insertJob(tx: Tx, { name, payload, runAt, key, queue, maxAttempts }: JobRow): Promise<void> {
  await tx.run(sql`
    select graphile_worker.add_job(
      ${name}::text, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::int, job_key => ${key ?? null}::text, queue_name => ${queue ?? null}::text,
      flags => ${runAt ? [TIMED] : null}::text[])`);
}

/** Makes the waiting jobs whose moment has come by `now` due at once; answers how many. */
export function releaseTimedJobs(tx: Tx, now: Date): Promise<number> {
  return tx.run(sql`
    update graphile_worker._private_jobs set flags = null, run_at = now()
    where flags ? ${TIMED} and run_at <= ${now} and locked_at is null`);
}

/** Whether a job is due that nobody has begun: one of a queue waits until the end of the job before it has been noted. */
export async function isJobDue(tx: Tx): Promise<boolean> {
  const { due } = await tx.one<{ due: boolean }>(sql`
    select exists (
      select from graphile_worker._private_jobs
      where is_available and run_at <= now() and (flags is null or not flags ? ${TIMED})
        and (job_queue_id is null or exists (
          select from graphile_worker._private_job_queues q where q.id = job_queue_id and q.is_available))) as due`);
  return due;
}

/**
 * Gives back jobs that were begun at least so many seconds ago by a process that died since: the queue itself would wait
 * four hours for it.
 */
export function unlockJobs(tx: Tx, begunSecondsAgo: number): Promise<number> {
  return tx.run(sql`
    with queue as (
      update graphile_worker._private_job_queues set locked_by = null, locked_at = null
      where locked_at <= now() - make_interval(secs => ${begunSecondsAgo})
    )
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where locked_at <= now() - make_interval(secs => ${begunSecondsAgo})`);
}
