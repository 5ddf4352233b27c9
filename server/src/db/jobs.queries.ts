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
 * Tells that a worker lives. A lease that has lapsed begins anew: of the time between nothing is known.
 */
export async function renewLease(tx: Tx, workerId: string, seconds: number): Promise<void> {
  await tx.run(sql`delete from worker_lease where seen_at < now() - make_interval(secs => ${seconds})`);
  await tx.run(sql`
    insert into worker_lease (worker_id, since, seen_at) values (${workerId}, now(), now())
    on conflict (worker_id) do update set seen_at = now()`);
}

/**
 * Gives back the jobs of workers without a lease; the queue itself would wait four hours for them. Only a worker that has held its own
 * for as long as one lasts may judge: after the database was away, the others have had the time to come back, too. Answers how many.
 */
export function freeJobsOfTheDead(tx: Tx, judgeId: string, seconds: number): Promise<number> {
  const lapsed = sql`now() - make_interval(secs => ${seconds})`;
  const isOfTheDead = sql`locked_at <= ${lapsed} and not exists (select from worker_lease where worker_id = locked_by)
    and exists (select from worker_lease where worker_id = ${judgeId} and since <= ${lapsed})`;
  return tx.run(sql`
    with queue as (
      update graphile_worker._private_job_queues set locked_by = null, locked_at = null where ${isOfTheDead}
    )
    update graphile_worker._private_jobs set locked_by = null, locked_at = null where ${isOfTheDead}`);
}
