import { chargeUpTo } from '#domain/billing-run/charge-run.ts';
import { chargeDays } from '#domain/billing-run/jobs.ts';
import { addJob } from '#kernel/job.ts';
import type { World } from '#kernel/world.ts';

/** Transactions of one job: it is over in seconds, and another goes on. */
const CHUNKS_IN_ONE_JOB = 20;

/** Carries out provider days that are not finished yet. */
export async function charge(world: World): Promise<void> {
  const isDone = await chargeUpTo(world, { mostChunks: CHUNKS_IN_ONE_JOB });
  if (!isDone) await world.db.write((tx) => addJob(tx, chargeDays, {}));
}
