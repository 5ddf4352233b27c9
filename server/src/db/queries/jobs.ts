import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '../database.ts';
import { sql } from '../sql.ts';

/** Flags a job that waits for a moment of the portal's clock; other jobs are due once committed. */
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

/** Enqueues a job that runs at this moment once more, after so many milliseconds; it is due then by any clock. */
export async function repeatJob(tx: Tx, jobId: number, milliseconds: number): Promise<void> {
  await tx.run(sql`
    select graphile_worker.add_job(
      j.task_identifier, p.payload, queue_name => j.queue_name, run_at => now() + make_interval(secs => ${milliseconds / 1000}),
      max_attempts => j.max_attempts, job_key => j.key)
    from graphile_worker.jobs j join graphile_worker._private_jobs p using (id) where id = ${jobId}`);
}

/**
 * Whether a job is due that no worker has started. A job of a queue also waits until the end of the one before it is
 * recorded.
 */
export async function isJobDue(tx: Tx): Promise<boolean> {
  const { due } = await tx.one<{ due: boolean }>(sql`
    select exists (
      select from graphile_worker.jobs j
      where locked_at is null and attempts < max_attempts and run_at <= now() and (flags is null or not flags ? ${TIMED})
        and not exists (
          select from graphile_worker.jobs begun
          where begun.queue_name = j.queue_name and begun.locked_at is not null)) as due`);
  return due;
}

export interface FailedJob {
  readonly job_id: number;
  readonly task: string;
  readonly created_at: Instant;
  readonly attempts: number;
  readonly last_error: string | null;
}

export const FAILED_JOB = sql`attempts >= max_attempts and locked_at is null`;

/** Jobs that no worker will try again, oldest first. */
export const failedJobs = (tx: Tx): Promise<FailedJob[]> =>
  tx.rows(sql`
    select id as job_id, task_identifier as task, created_at, attempts, last_error
    from graphile_worker.jobs where ${FAILED_JOB} order by created_at, id limit 200`);

/** Makes a failed job due, with all its tries; false if there is no such job. Of two who do it at once, the second finds none. */
export async function retryJob(tx: Tx, jobId: number): Promise<boolean> {
  const renewed = await tx.run(sql`
    with failed as materialized (
      select id from graphile_worker._private_jobs where id = ${jobId} and ${FAILED_JOB} for update)
    select graphile_worker.reschedule_jobs(array[id], run_at => now(), attempts => 0) from failed`);
  return renewed === 1;
}

/**
 * Renews the lease of a living worker. An expired lease starts anew, because nothing is known about the time between.
 */
export async function renewLease(tx: Tx, workerId: string, seconds: number): Promise<void> {
  await tx.run(sql`delete from worker_lease where seen_at < now() - make_interval(secs => ${seconds})`);
  await tx.run(sql`
    insert into worker_lease (worker_id, since, seen_at) values (${workerId}, now(), now())
    on conflict (worker_id) do update set seen_at = now()`);
}

/** Whether a job is recorded as taken by this worker: it runs, or the record of its end has not come yet. */
export async function hasLockedJob(tx: Tx, workerId: string): Promise<boolean> {
  const { locked } = await tx.one<{ locked: boolean }>(
    sql`select exists (select from graphile_worker.jobs where locked_by = ${workerId}) as locked`,
  );
  return locked;
}

/**
 * Releases the jobs of workers without a lease; the queue itself would wait four hours. Only a worker that has held its
 * own lease for a full term may do so: after a database outage the others need time to return. Returns the number of
 * jobs.
 */
export async function freeJobsOfTheDead(tx: Tx, judgeId: string, seconds: number): Promise<number> {
  const lapsed = sql`now() - make_interval(secs => ${seconds})`;
  const { jobs } = await tx.one<{ jobs: number }>(sql`
    with held as (
      select locked_by, count(*) as jobs from graphile_worker.jobs
      where locked_at <= ${lapsed} and not exists (select from worker_lease where worker_id = locked_by)
        and exists (select from worker_lease where worker_id = ${judgeId} and since <= ${lapsed})
      group by locked_by
    ), freed as (
      select graphile_worker.force_unlock_workers(array_agg(locked_by)) from held having count(*) > 0
    )
    select coalesce(sum(jobs), 0)::integer as jobs, (select count(*) from freed) as freed from held`);
  return jobs;
}
