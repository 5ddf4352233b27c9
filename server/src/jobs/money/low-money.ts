import { warnOfLowMoney } from '#domain/billing-run/low-money.ts';
import { lookForLowMoneyJob } from '#domain/billing-run/jobs.ts';
import { addJob } from '#kernel/job/job.ts';
import type { World } from '#kernel/world.ts';

/** Transactions per job: another job continues. */
const PARTS_IN_ONE_JOB = 20;

export async function lookForLow(world: World): Promise<void> {
  const isDone = await warnOfLowMoney(world, PARTS_IN_ONE_JOB);
  if (!isDone) await world.db.write((tx) => addJob(tx, lookForLowMoneyJob, {}));
}
