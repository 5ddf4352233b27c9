import { joinBilling } from '#server/domain/changes/outside/views/join-billing.ts';
import { BILLING_QUEUE, joinBillingJob } from '#server/domain/changes/outside/views/jobs.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';

/** Joins the other billing, and orders the next time. */
export async function joinOtherBilling(world: World): Promise<void> {
  const runAt = await joinBilling(world);
  if (runAt) await world.db.write((tx) => addJob(tx, joinBillingJob, {}, { runAt, queue: BILLING_QUEUE }));
}
