import type { Tx } from '#db/database.ts';
import { insertJob } from '#db/jobs.queries.ts';

interface JobOptions {
  /** A moment of the portal's clock; at once if absent. */
  readonly runAt?: Date;
  /** Replaces a job with the same key that has not started. */
  readonly key?: string;
  /** Jobs of one queue run one after another. */
  readonly queue?: string;
  /** Tries before the job is given up; by default 25, about three days. */
  readonly maxAttempts?: number;
}

/** Enqueues a job of `worker.ts` in the caller's transaction: the job runs if and only if that commits. */
export function addJob(tx: Tx, name: string, payload: object, options: JobOptions = {}): Promise<void> {
  const { runAt, key, queue, maxAttempts } = options;
  return insertJob(tx, { name, payload, runAt, key, queue, maxAttempts });
}
