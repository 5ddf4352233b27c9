import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { MOST_SCHEDULE_PASSWORD_TRIES, LOCK_MS } from './tries.rules.ts';

const nameOf = (userId: number): string => `schedule:${userId}`;

/** Consecutive tries without the right password, including this one; and the end of the lock. */
export interface ScheduleTries {
  readonly failures: number;
  readonly locked_until: string | null;
}

/** When the lock of the schedule's password ends; null if it is not locked. */
export async function lockedUntil(tx: Tx, userId: number, now: Date): Promise<string | null> {
  const row = await tx.maybe<ScheduleTries>(sql`
    select failures, locked_until from login_guard where subject = ${nameOf(userId)} and locked_until > ${now}`);
  return row?.locked_until ?? null;
}

/**
 * Starts a try: it counts as wrong until it proves right, so that parallel tries get no more chances than consecutive
 * ones. The fifth locks; after the lock, or after as long without a try, the count restarts. While locked
 * nothing is counted.
 */
export async function beginTry(tx: Tx, userId: number, now: Date): Promise<ScheduleTries & { rest: number }> {
  const guard = await tx.one<ScheduleTries & { last_failure_at: string }>(sql`
    insert into login_guard as g (subject, failures, last_failure_at) values (${nameOf(userId)}, 0, ${now})
    on conflict (subject) do update set failures = g.failures
    returning failures, locked_until, last_failure_at`);
  const rest = guard.locked_until === null ? 0 : Date.parse(guard.locked_until) - now.getTime();
  if (rest > 0) return { ...guard, rest };
  const isForgotten = Date.parse(guard.last_failure_at) + LOCK_MS <= now.getTime();
  const failures = isForgotten ? 1 : guard.failures + 1;
  const lock = failures >= MOST_SCHEDULE_PASSWORD_TRIES ? new Date(now.getTime() + LOCK_MS) : null;
  await tx.run(sql`
    update login_guard set failures = ${failures}, locked_until = ${lock}, last_failure_at = ${now}
    where subject = ${nameOf(userId)}`);
  return { failures, locked_until: lock?.toISOString() ?? null, rest: 0 };
}

export async function forgetTries(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`delete from login_guard where subject = ${nameOf(userId)}`);
}
