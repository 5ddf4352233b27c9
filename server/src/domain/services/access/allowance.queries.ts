import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { allowanceLeftOf, type Allowance, type AllowanceLeft } from './allowance.rules.ts';

/** What is left of an allowance in a bucket of `rate_limit`. */
export async function allowanceLeft(tx: Tx, bucket: string, allowance: Allowance, now: Date): Promise<AllowanceLeft> {
  const rows = await tx.rows<{ window_start: string; hits: number }>(sql`
    select window_start, hits from rate_limit
    where bucket = ${bucket} and window_start > ${new Date(now.getTime() - allowance.within)}`);
  const moments = rows.flatMap(({ window_start, hits }) => Array.from({ length: hits }, () => new Date(window_start)));
  return allowanceLeftOf(allowance, moments, now);
}

/**
 * Uses one of the allowance; simultaneous callers go one after another. Returns what is left; if nothing was left, when
 * it will be available.
 */
export async function takeOne(
  tx: Tx,
  bucket: string,
  allowance: Allowance,
  now: Date,
): Promise<AllowanceLeft & { readonly isTaken: boolean }> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`);
  const before = await allowanceLeft(tx, bucket, allowance, now);
  if (before.left === 0) return { ...before, isTaken: false };
  // Stored by the exact moment, not by the minute, so that the allowance slides.
  await tx.run(sql`
    insert into rate_limit as r (bucket, window_start, hits) values (${bucket}, ${now}, 1)
    on conflict (bucket, window_start) do update set hits = r.hits + 1`);
  return { ...(await allowanceLeft(tx, bucket, allowance, now)), isTaken: true };
}

export const giveBackAll = (tx: Tx, bucket: string): Promise<number> =>
  tx.run(sql`delete from rate_limit where bucket = ${bucket}`);
