import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { ANY_CHARGED_OUTSIDE } from '#server/domain/billing/charging/source.queries.ts';

/** Somebody has begun a later reading: what this one has read is not told any more. */
export class ReadingOver extends Error {}

/** The number of a reading that begins; undefined while we charge, or until the next try after a failure. */
export async function beginReading(tx: Tx, now: Date): Promise<number | undefined> {
  // We have charged since the last one, or somebody has tried to: what was told before does not stand.
  await tx.run(sql`
    delete from billing_view_row where exists (
      select from billing_reading r join charging_source s on s.since > r.read_at and s.source = 'external')`);
  const begun = await tx.maybe<{ reading_no: number }>(sql`
    update billing_reading set reading_no = reading_no + 1
    where ${ANY_CHARGED_OUTSIDE} and (next_at is null or next_at <= ${now}::timestamptz
      or next_at > ${now}::timestamptz + interval '10 minutes')
    returning reading_no`);
  return begun?.reading_no;
}

/** Nobody begins another reading until the end of the transaction. */
export async function holdReading(tx: Tx, readingNo: number): Promise<void> {
  const mine = await tx.maybe(sql`
    select reading_no from billing_reading where reading_no = ${readingNo} for no key update`);
  if (!mine) throw new ReadingOver('another reading of the views has begun');
}

/** A reading has ended well; `error` tells of requests that could not be booked. */
export const noteRead = (tx: Tx, readingNo: number, error: string | undefined, now: Date): Promise<number> =>
  tx.run(sql`
    update billing_reading set read_at = ${now}, failing_since = null, failures = 0, next_at = null, error = ${error ?? null}
    where reading_no = ${readingNo}`);

/** The other side is away: the first tries follow soon, the later ones every minute. Returns the moment of the next. */
export async function noteAway(tx: Tx, readingNo: number, error: string, now: Date): Promise<Date | undefined> {
  const noted = await tx.maybe<{ next_at: Instant | null }>(sql`
    update billing_reading set failing_since = coalesce(failing_since, ${now}), failures = failures + 1, error = ${error},
      next_at = ${now}::timestamptz + least(interval '60 seconds', interval '15 seconds' * (2 ^ least(failures, 5)))
    where reading_no = ${readingNo} returning next_at`);
  const next = noted?.next_at ?? undefined;
  return next === undefined ? undefined : new Date(next);
}

export interface ReadingState {
  readonly read_at: Instant | null;
  readonly failing_since: Instant | null;
  readonly error: string | null;
}

/** How the database of the other billing was read last; undefined if it never was, or while we charge. */
export const readingState = (tx: Tx): Promise<ReadingState | undefined> =>
  tx.maybe(sql`
    select read_at, failing_since, error from billing_reading
    where ${ANY_CHARGED_OUTSIDE} and (read_at is not null or failing_since is not null)`);

/** For how many seconds the database of the other billing has been away. */
export const secondsAway = async (tx: Tx, now: Date): Promise<number> => {
  const away = await tx.maybe<{ seconds: number }>(sql`
    select greatest(extract(epoch from ${now}::timestamptz - failing_since), 0)::float as seconds from billing_reading
    where failing_since is not null and ${ANY_CHARGED_OUTSIDE}`);
  return away?.seconds ?? 0;
};
