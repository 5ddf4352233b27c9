import { followSchedule } from '#server/domain/services/access-schedule/follow.ts';
import { overdueSchedules } from '#server/domain/services/access-schedule/schedule.queries.ts';
import { eachAlone } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';

/** The job `followScheduleJob`, at each switch of an access schedule: the network applies the saved hours. */
export async function followOne(
  { db, clock, provider: { time_zone: zone } }: World,
  { userId }: { userId: number },
): Promise<void> {
  await db.write((tx) => followSchedule(tx, userId, { now: clock.now(), zone }));
}

/** The job `followSchedulesJob`: picks up schedules without a job, such as those from a backup or another system. */
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
