import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { afterFailure, minuteOf, type LoginGuard } from './lock.rules.ts';

/** The failures of a subject; concurrent attempts on the same subject wait until this transaction ends. */
export const holdGuard = (tx: Tx, subject: string, now: Date): Promise<LoginGuard> =>
  tx.one(sql`
    insert into login_guard as g (subject, failures, last_failure_at) values (${subject}, 0, ${now})
    on conflict (subject) do update set failures = g.failures
    returning failures, locked_until, last_failure_at`);

/** The same without a lock. */
export const guardOf = (tx: Tx, subject: string): Promise<LoginGuard | undefined> =>
  tx.maybe(sql`select failures, locked_until, last_failure_at from login_guard where subject = ${subject}`);

/** Counts a failure; returns the count and until when it locks the subject. */
export async function countLoginFailure(
  tx: Tx,
  subject: string,
  guard: LoginGuard,
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

/** The count of each bucket in this minute. */
export type GuardHits = ReadonlyMap<string, number>;

interface HitsRow {
  readonly bucket: string;
  readonly hits: number;
}

const byBucket = (rows: readonly HitsRow[]): GuardHits => new Map(rows.map(({ bucket, hits }) => [bucket, hits]));

/** Adds one to each bucket of a window, of this minute if none is given, across all processes; returns the counts. */
export async function countHits(
  tx: Tx,
  buckets: readonly string[],
  now: Date,
  windowOf: (moment: Date) => Date = minuteOf,
): Promise<GuardHits> {
  return byBucket(
    await tx.rows(sql`
      insert into rate_limit as r (bucket, window_start, hits)
      select bucket, ${windowOf(now)}, 1 from unnest(${buckets}::text[]) bucket
      on conflict (bucket, window_start) do update set hits = r.hits + 1
      returning bucket, hits`),
  );
}

export async function hitsOf(
  tx: Tx,
  buckets: readonly string[],
  now: Date,
  windowOf: (moment: Date) => Date = minuteOf,
): Promise<GuardHits> {
  return byBucket(
    await tx.rows(sql`
      select bucket, hits from rate_limit where bucket = any(${buckets}::text[]) and window_start = ${windowOf(now)}`),
  );
}
