import { dayIn } from '@kabinet/contract/kernel/day';
import { doubtOfClock } from '#server/domain/billing-run/doubt.ts';
import { chargeUpTo } from '#server/domain/billing-run/charge-run.ts';
import { chargeDaysJob } from '#server/domain/billing-run/jobs.ts';
import { hasPricesToSettle, settlePrices } from '#server/domain/changes/price/price.queries.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';

/** Transactions per job: it takes seconds, and another job continues. */
const CHUNKS_IN_ONE_JOB = 20;

/** Charges unfinished provider days; none while the clock cannot be believed, because what is charged stays charged. */
export async function charge(world: World): Promise<void> {
  const doubt = await world.db.read((tx) => doubtOfClock(tx, world));
  if (doubt !== undefined) {
    world.log.error(doubt, 'nothing is charged: is the clock right?');
    return;
  }
  const isDone = await chargeUpTo(world, { mostChunks: CHUNKS_IN_ONE_JOB });
  if (!isDone) return world.db.write((tx) => addJob(tx, chargeDaysJob, {}));
  const today = dayIn(world.provider.time_zone, world.clock.now());
  if (await world.db.read((tx) => hasPricesToSettle(tx, today))) await world.db.write(settlePrices);
}
