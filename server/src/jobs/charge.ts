import { dayIn } from '@kabinet/contract/kernel/day';
import { chargeUpTo } from '#domain/billing-run/charge-run.ts';
import { chargeDays } from '#domain/billing-run/jobs.ts';
import { hasPricesToSettle, settlePrices } from '#domain/changes/price/price.queries.ts';
import { addJob } from '#kernel/job.ts';
import type { World } from '#kernel/world.ts';

/** Transactions per job: it takes seconds, and another job continues. */
const CHUNKS_IN_ONE_JOB = 20;

/** Charges unfinished provider days. */
export async function charge(world: World): Promise<void> {
  const isDone = await chargeUpTo(world, { mostChunks: CHUNKS_IN_ONE_JOB });
  if (!isDone) return world.db.write((tx) => addJob(tx, chargeDays, {}));
  const today = dayIn(world.provider.time_zone, world.clock.now());
  if (await world.db.read((tx) => hasPricesToSettle(tx, today))) await world.db.write(settlePrices);
}
