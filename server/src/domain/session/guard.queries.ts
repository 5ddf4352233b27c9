import { createHash } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { afterFailure, MINUTE, type Guard } from './lock.rules.ts';

/** People type passwords into the field of the login: what was typed is kept as a hash only. */
const nameOf = (subject: string): string => `login:${createHash('sha256').update(subject).digest('base64url')}`;

/** What is remembered of a login; others who try the same login wait until this transaction ends. */
export const holdGuard = (tx: Tx, subject: string, now: Date): Promise<Guard> =>
  tx.one(sql`
    insert into login_guard as g (subject, failures, last_failure_at) values (${nameOf(subject)}, 0, ${now})
    on conflict (subject) do update set failures = g.failures
    returning failures, locked_until, last_failure_at`);

/** Counts a failure; says the count and until when the login is closed by it. */
export async function countFailure(
  tx: Tx,
  subject: string,
  guard: Guard,
  now: Date,
): Promise<ReturnType<typeof afterFailure>> {
  const after = afterFailure(guard, now);
  await tx.run(sql`
    update login_guard set failures = ${after.failures}, locked_until = ${after.lockedUntil}, last_failure_at = ${now}
    where subject = ${nameOf(subject)}`);
  return after;
}

export async function forgetFailures(tx: Tx, subject: string): Promise<void> {
  await tx.run(sql`delete from login_guard where subject = ${nameOf(subject)}`);
}

/** Counts a request of this minute in a bucket of its own, for all processes together; says how many there were. */
export async function countHit(tx: Tx, bucket: string, now: Date): Promise<number> {
  const window = new Date(now.getTime() - (now.getTime() % MINUTE));
  const { hits } = await tx.one<{ hits: number }>(sql`
    insert into rate_limit as r (bucket, window_start, hits) values (${bucket}, ${window}, 1)
    on conflict (bucket, window_start) do update set hits = r.hits + 1
    returning hits`);
  return hits;
}
