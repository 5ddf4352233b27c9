import { tellOfEnds } from '#server/domain/changes/individual-price/tell-ends.ts';
import { tellPricesJob } from '#server/domain/changes/price/jobs.ts';
import { tellOfPrices } from '#server/domain/changes/price/tell-prices.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';

/** Transactions per job: another job continues. */
const PARTS_IN_ONE_JOB = 20;

/** Prices of the catalogue that are planned or withdrawn, and prices of single contracts that end soon. */
export async function tellOfNewPrices(world: World): Promise<void> {
  const isDone = await tellOfPrices(world, PARTS_IN_ONE_JOB);
  const areEndsDone = await tellOfEnds(world, PARTS_IN_ONE_JOB);
  if (!isDone || !areEndsDone) await world.db.write((tx) => addJob(tx, tellPricesJob, {}));
}
