import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { deliverOnce } from '#server/domain/staff/events/deliver-events.ts';
import { dropChangesBefore } from '#server/domain/staff/events/event.queries.ts';
import { deliverEventsJob } from '#server/domain/staff/events/jobs.ts';
import { keepMonthOf, orderChanges } from '#server/domain/staff/events/order-changes.ts';
import { sendingWebhooks, webhookToSend } from '#server/domain/staff/events/webhook.queries.ts';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';
import { isClockBelieved } from '../believed-clock.ts';

const AGAIN_MS = 1000;
/** A job that others may take over when its worker dies must not last for long. */
const LONGEST_MS = 20_000;

export async function keepEvents(world: World): Promise<void> {
  const { db, clock, provider } = world;
  const now = clock.now();
  await orderChanges(world, now);
  // By the months of UTC, as the partitions are.
  const month = `${now.toISOString().slice(0, 7)}-01` as Day;
  await keepMonthOf(world, addMonths(month, 1));
  if (await isClockBelieved(world)) {
    await db.write((tx) => dropChangesBefore(tx, addMonths(month, -provider.events.months)));
  }
  // Finds addresses whose job a crash has left.
  for (const { webhook_id: webhookId } of await db.read(sendingWebhooks))
    await db.write((tx) => sendLater(tx, webhookId, now));
}

export async function deliverEvents(world: World, { webhookId }: { readonly webhookId: number }): Promise<void> {
  const { db, clock } = world;
  const until = performance.now() + LONGEST_MS;
  await orderChanges(world, clock.now());
  while (performance.now() < until && (await deliverOnce(world, webhookId)));
  await db.write(async (tx) => {
    if (await webhookToSend(tx, webhookId)) await sendLater(tx, webhookId, new Date(clock.now().getTime() + AGAIN_MS));
  });
}

/** One after another: two at once would send events of a contract in any order. */
const sendLater = (tx: Tx, webhookId: number, runAt: Date) =>
  addJob(tx, deliverEventsJob, { webhookId }, { runAt, queue: `events:${webhookId}` });
