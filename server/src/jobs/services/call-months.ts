import { addMonths, dayIn, periodOf } from '@kabinet/contract/kernel/day';
import { keepCallMonth } from '#server/domain/services/calls/months.queries.ts';
import type { World } from '#server/kernel/world.ts';

/** How many months are made ahead, so that a worker may be away for as long. */
const AHEAD = 2;

/** The job `keep_call_months`: each month in a transaction of its own, because making one locks the table. */
export async function keepCallMonths({ db, clock, provider: { time_zone: zone } }: World): Promise<void> {
  const today = dayIn(zone, clock.now());
  for (let ahead = 0; ahead <= AHEAD; ahead += 1) {
    await db.write((tx) => keepCallMonth(tx, periodOf(addMonths(today, ahead))));
  }
}
