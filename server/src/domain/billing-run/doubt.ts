import { dayIn, daysBetween, instant, type Day, type Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { databaseNow } from '#db/now.queries.ts';
import type { World } from '#kernel/world.ts';
import { lastFinishedDay } from './charge-run.queries.ts';

/** How far the clocks of the portal and of its database may differ. Milliseconds. */
const MOST_APART_MS = 300_000;
/** After a longer standstill the operator begins: the clock may have jumped instead. */
const MOST_DAYS = 31;

export type Doubt =
  | { readonly portal: Instant; readonly database: Instant }
  | { readonly charged: Day; readonly today: Day };

/** Why no day may be charged by itself: another clock, or more than a month to charge; undefined if all is well. */
export async function doubtOfClock(
  tx: Tx,
  { clock, provider }: Pick<World, 'clock' | 'provider'>,
): Promise<Doubt | undefined> {
  // The clock of a test is right.
  if (clock.isOfMachine !== true) return undefined;
  const [charged, there] = await Promise.all([lastFinishedDay(tx), databaseNow(tx)]);
  const now = clock.now();
  if (Math.abs(there.getTime() - now.getTime()) > MOST_APART_MS)
    return { portal: instant(now), database: instant(there) };
  const today = dayIn(provider.time_zone, now);
  return charged !== undefined && daysBetween(charged, today) > MOST_DAYS ? { charged, today } : undefined;
}
