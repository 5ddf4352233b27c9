import { compensate } from '#domain/support/incidents/compensate.ts';
import { forgetUnused, unusedFiles } from '#domain/support/files/file.queries.ts';
import { eventById, orderById } from '#domain/support/order/order.queries.ts';
import { noteLate } from '#domain/support/order/say.ts';
import type { World } from '#kernel/world.ts';

const atOf = ({ clock, provider }: World) => ({ now: clock.now(), zone: provider.time_zone });

/** The effect `support.event`: nobody is told if no help desk is connected. */
export async function tellOfEvent(
  { db, outside, clock }: World,
  { orderId, eventId }: { readonly orderId: number; readonly eventId: number },
): Promise<void> {
  if (!outside.helpDesk) return;
  const [order, event] = await db.read((tx) => Promise.all([orderById(tx, orderId), eventById(tx, eventId)]));
  if (!order || !event) return;
  const { goal, contract_id, phone } = order;
  const { kind, state, author, author_name, text, happened_at } = event;
  const files = event.files.map(({ name, type, bytes }) => ({ name, type, bytes }));
  const who = { author, author_name, phone, contract_id };
  const what = { event_id: eventId, order_id: orderId, goal, kind, state, text, happened_at, files };
  await outside.helpDesk.tell({ ...what, ...who }, clock.now());
}

/** The job `support_order_late`. */
export const noteLateOrder = (
  world: World,
  promised: { readonly orderId: number; readonly answerBy: string },
): Promise<void> => world.db.write((tx) => noteLate(tx, promised, atOf(world)));

/** The job `compensate_incident`. */
export const compensateOne = (world: World, { incidentId }: { readonly incidentId: number }): Promise<void> =>
  compensate(world.db, incidentId, atOf(world));

const UNUSED_HOURS = 24;
const AT_ONCE = 500;

/** Removes uploads that were never sent: their bytes first, so that a crash leaves none behind. */
export async function removeUnusedFiles({ db, clock, outside }: World): Promise<void> {
  const before = new Date(clock.now().getTime() - UNUSED_HOURS * 3_600_000);
  const files = (await db.read((tx) => unusedFiles(tx, before, AT_ONCE))).map(({ file_id }) => file_id);
  if (files.length === 0) return;
  await outside.files.remove(files);
  await db.write((tx) => forgetUnused(tx, files));
}
