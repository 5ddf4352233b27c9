import { dayIn, instant, type Day, type Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { databaseNow } from '#server/db/queries/now.ts';
import { chargedLongAgo } from '#server/domain/billing/charging/standstill.queries.ts';
import type { World } from '#server/kernel/world.ts';

/** How far the clocks of the portal and of its database may differ. Milliseconds. */
const MOST_APART_MS = 300_000;

export type ChargingDoubt =
  | { readonly why: 'clocks_differ'; readonly portal: Instant; readonly database: Instant }
  | { readonly why: 'long_standstill'; readonly charged: Day; readonly today: Day };

/**
 * Why no day may be charged by itself: another clock, or more than a month to charge; undefined if all is well. A demo
 * charges nobody's money, so it makes up for any standstill.
 */
export async function doubtOfClock(
  tx: Tx,
  { clock, provider }: Pick<World, 'clock' | 'provider'>,
): Promise<ChargingDoubt | undefined> {
  // The clock of a test is right.
  if (clock.isOfMachine !== true) return undefined;
  const now = clock.now();
  const today = dayIn(provider.time_zone, now);
  const [charged, there] = await Promise.all([chargedLongAgo(tx, today), databaseNow(tx)]);
  if (Math.abs(there.getTime() - now.getTime()) > MOST_APART_MS)
    return { why: 'clocks_differ', portal: instant(now), database: instant(there) };
  return charged && { why: 'long_standstill', charged, today };
}
