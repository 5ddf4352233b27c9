import { followSchedule } from '#domain/services/access-schedule/follow.ts';
import { overdueSchedules } from '#domain/services/access-schedule/schedule.queries.ts';
import { eachAlone } from '#kernel/one-at-fault.ts';
import type { World } from '#kernel/world.ts';

/** The job `followSchedule`, at each turn of an access schedule: the network does what is saved. */
export const followOne = (
  { db, clock, provider: { time_zone: zone } }: World,
  { userId }: { userId: number },
): Promise<void> => db.write((tx) => followSchedule(tx, userId, { now: clock.now(), zone }));

/** The job `followSchedules`: those that came without a job, from a backup or another system, are followed from now on. */
export async function followOverdue(world: World): Promise<void> {
  const overdue = await world.db.read((tx) => overdueSchedules(tx, world.clock.now()));
  await eachAlone(
    overdue,
    ({ user_id: userId }) => followOne(world, { userId }),
    ({ user_id: userId }, err) => {
      world.log.error({ err, userId }, 'schedule not followed');
    },
  );
}
