import type { Day } from '@kabinet/contract/kernel/day';
import type { World } from '#server/kernel/world.ts';
import {
  doChangesWait,
  hasChangeMonth,
  holdNumbering,
  keepChangeMonth,
  orderBatch,
  ORDERED_AT_ONCE,
} from './event.queries.ts';

/** Gives all that has committed its number. Safe at any moment and in any number of processes. */
export async function orderChanges({ db }: Pick<World, 'db'>, now: Date): Promise<void> {
  if (!(await db.read(doChangesWait))) return;
  await keepMonthOf({ db }, now.toISOString().slice(0, 10) as Day);
  for (let ordered = ORDERED_AT_ONCE; ordered === ORDERED_AT_ONCE;) {
    ordered = await db.write(async (tx) => {
      await holdNumbering(tx);
      return orderBatch(tx, now);
    });
  }
}

/** In a transaction of its own: making a month locks the whole table. */
export async function keepMonthOf({ db }: Pick<World, 'db'>, day: Day): Promise<void> {
  const isThere = await db.read((tx) => hasChangeMonth(tx, day.slice(0, 7)));
  if (!isThere) await db.write((tx) => keepChangeMonth(tx, day));
}
