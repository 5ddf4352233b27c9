import type { Tx } from '#db/database.ts';
import { insertJob } from '#db/jobs.queries.ts';

interface JobOptions {
  /** A moment of the portal's clock; at once when absent. */
  readonly runAt?: Date;
  /** A job of the same key that has not begun is replaced. */
  readonly key?: string;
  /** Jobs of one queue are carried out one after the other. */
  readonly queue?: string;
  /** Tries before the job is given up; 25, about three days, when absent. */
  readonly maxAttempts?: number;
}

/** Orders a job of `worker.ts` in the caller's transaction: it is carried out if and only if that commits. */
export function addJob(tx: Tx, name: string, payload: object, options: JobOptions = {}): Promise<void> {
  const { runAt, key, queue, maxAttempts } = options;
  return insertJob(tx, { name, payload, runAt, key, queue, maxAttempts });
}
