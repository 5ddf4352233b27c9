import { sumUpDaysJob } from '#server/domain/billing-run/jobs.ts';
import { countRevenueAhead } from '#server/domain/billing-run/revenue-ahead.ts';
import { foldDays } from '#server/domain/billing-run/revenue-ahead.queries.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';

/** Parts per job: another job continues. */
const PARTS_IN_ONE_JOB = 40;

export async function sumUpDays(world: World): Promise<void> {
  await world.db.write(foldDays);
  if (!(await countRevenueAhead(world, PARTS_IN_ONE_JOB))) await world.db.write((tx) => addJob(tx, sumUpDaysJob, {}));
}
