import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { afterFailure, minuteOf, type Guard } from './lock.rules.ts';

/** What is remembered of a subject; others who try the same one wait until this transaction ends. */
export const holdGuard = (tx: Tx, subject: string, now: Date): Promise<Guard> =>
  tx.one(sql`
    insert into login_guard as g (subject, failures, last_failure_at) values (${subject}, 0, ${now})
    on conflict (subject) do update set failures = g.failures
    returning failures, locked_until, last_failure_at`);

/** The same for whoever only looks. */
export const guardOf = (tx: Tx, subject: string): Promise<Guard | undefined> =>
  tx.maybe(sql`select failures, locked_until, last_failure_at from login_guard where subject = ${subject}`);

/** Counts a failure; says the count and until when the subject is closed by it. */
export async function countFailure(
  tx: Tx,
  subject: string,
  guard: Guard,
  now: Date,
): Promise<ReturnType<typeof afterFailure>> {
  const after = afterFailure(guard, now);
  await tx.run(sql`
    update login_guard set failures = ${after.failures}, locked_until = ${after.lockedUntil}, last_failure_at = ${now}
    where subject = ${subject}`);
  return after;
}

export async function forgetFailures(tx: Tx, subject: string): Promise<void> {
  await tx.run(sql`delete from login_guard where subject = ${subject}`);
}

/** How much each bucket counts in this minute. */
export type Hits = ReadonlyMap<string, number>;

interface HitsRow {
  readonly bucket: string;
  readonly hits: number;
}

const byBucket = (rows: readonly HitsRow[]): Hits => new Map(rows.map(({ bucket, hits }) => [bucket, hits]));

/** Counts one in each bucket of this minute, for all processes together; says how many each has now. */
export async function countHits(tx: Tx, buckets: readonly string[], now: Date): Promise<Hits> {
  return byBucket(
    await tx.rows(sql`
      insert into rate_limit as r (bucket, window_start, hits)
      select bucket, ${minuteOf(now)}, 1 from unnest(${buckets}::text[]) bucket
      on conflict (bucket, window_start) do update set hits = r.hits + 1
      returning bucket, hits`),
  );
}

export async function hitsOf(tx: Tx, buckets: readonly string[], now: Date): Promise<Hits> {
  return byBucket(
    await tx.rows(sql`
      select bucket, hits from rate_limit where bucket = any(${buckets}::text[]) and window_start = ${minuteOf(now)}`),
  );
}
