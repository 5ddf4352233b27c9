import { warnOfLowMoney } from '#server/domain/billing-run/low-money.ts';
import { lookForLowMoneyJob } from '#server/domain/billing-run/jobs.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';

/** Transactions per job: another job continues. */
const PARTS_IN_ONE_JOB = 20;

export async function lookForLow(world: World): Promise<void> {
  const isDone = await warnOfLowMoney(world, PARTS_IN_ONE_JOB);
  if (!isDone) await world.db.write((tx) => addJob(tx, lookForLowMoneyJob, {}));
}
