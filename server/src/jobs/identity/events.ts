import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { dropChangesBefore } from '#server/domain/staff/events/event.queries.ts';
import { keepMonthOf, orderChanges } from '#server/domain/staff/events/order-changes.ts';
import type { World } from '#server/kernel/world.ts';

export async function keepEvents(world: World): Promise<void> {
  const { db, clock, provider } = world;
  const now = clock.now();
  await orderChanges(world, now);
  // By the months of UTC, as the partitions are.
  const month = `${now.toISOString().slice(0, 7)}-01` as Day;
  await keepMonthOf(world, addMonths(month, 1));
  await db.write((tx) => dropChangesBefore(tx, addMonths(month, -provider.events.months)));
}
